import { threadBusy, threadClosed } from "../agent/log/memory-store.ts";
import type { LogEntry } from "../agent/log/entries.ts";
import type { ThreadLog } from "../agent/log/thread-store.ts";
import type { Clock, Timer } from "../tool/call-context.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { RunStatement } from "./database.ts";
import type { Layout } from "./layout.ts";

/** Whose thread it is, and until when if nothing more is heard of the owner. */
export interface LeaseRequest {
  readonly run: RunStatement;
  readonly tables: Layout;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly thread: string;
  readonly key: string;
  /** As the table has it; a database cannot keep every character of JavaScript. */
  readonly name: string;
  /** Of this store. A lease that an earlier log of the same store has left over is no reason to wait. */
  readonly store: string;
  /** Of this log alone: nothing else may append while the table has it. */
  readonly owner: string;
  readonly read: () => Promise<readonly LogEntry[]>;
}

/** Takes the lease of a thread that nobody has, or whose owner has not been heard of in time, and reads the thread. */
export async function openLeased(request: LeaseRequest): Promise<ThreadLog> {
  const { run, tables, leaseMs, thread, key, name, store, owner, read } = request;
  const taken = await run(
    `insert into ${tables.threads} as held (key, name, owner, leased_until) values ($1, $2, $3, ${untilIn(4)})
     on conflict (key) do update set owner = excluded.owner, leased_until = excluded.leased_until
     where held.owner is null or held.leased_until < clock_timestamp() or split_part(held.owner, ':', 1) = $5
     returning key`,
    [key, name, owner, leaseMs, store],
  );
  if (taken.length === 0) throw threadBusy(thread, await describeLease(request));
  try {
    return keepLease(request, await read());
  } catch (error) {
    await giveBack(request);
    throw error;
  }
}

function keepLease(request: LeaseRequest, entries: readonly LogEntry[]): ThreadLog {
  const { run, tables, clock, leaseMs, thread, key, owner } = request;
  let state: "open" | "lost" | "closed" = "open";
  let timer: Timer = clock.schedule(leaseMs / 3, () => void renew());

  async function renew(): Promise<void> {
    const renewed = await run(
      `update ${tables.threads} set leased_until = ${untilIn(3)} where key = $1 and owner = $2 returning key`,
      [key, owner, leaseMs],
    ).catch(() => undefined);
    if (state !== "open") return;
    // A database that does not answer may do so the next time; as long as nobody else has taken it, the lease holds.
    if (renewed?.length === 0) state = "lost";
    else timer = clock.schedule(leaseMs / 3, () => void renew());
  }

  return {
    entries,
    async append(added) {
      if (state === "closed") throw threadClosed(thread);
      if (state === "lost") throw threadLost(thread);
      const [first] = added;
      const last = added.at(-1);
      if (first === undefined || last === undefined) return;
      // All or nothing, for the owner alone, and only behind the last entry.
      const written = await run(
        `with thread as (
           update ${tables.threads} set entries = $4, changed_at = $5, leased_until = ${untilIn(6)}
           where key = $1 and owner = $2 and entries + 1 = $3 returning key
         )
         insert into ${tables.entries} (thread, seq, entry)
         select thread.key, added.seq, added.entry
         from thread, unnest($7::integer[], $8::text[]) as added (seq, entry) returning seq`,
        [
          key,
          owner,
          first.seq,
          last.seq,
          last.time,
          leaseMs,
          added.map(({ seq }) => seq),
          added.map((entry) => JSON.stringify(entry)),
        ],
      );
      if (written.length === 0) throw await explainRefusal(request, first.seq);
    },
    async close() {
      if (state === "closed") return;
      state = "closed";
      timer.cancel();
      await giveBack(request);
    },
  };
}

/** The end of a lease that begins or is renewed now, by the clock of the database alone. */
function untilIn(parameter: number): string {
  return `clock_timestamp() + $${parameter}::double precision * interval '1 millisecond'`;
}

/** A thread that was only opened leaves nothing. What cannot be given back ends by itself. */
async function giveBack({ run, tables, key, owner }: LeaseRequest): Promise<void> {
  await run(
    `with gone as (delete from ${tables.threads} where key = $1 and owner = $2 and entries = 0)
     update ${tables.threads} set owner = null, leased_until = null where key = $1 and owner = $2 and entries > 0`,
    [key, owner],
  ).catch(() => undefined);
}

async function describeLease({ run, tables, key }: LeaseRequest): Promise<string> {
  const [row] = await run(
    `select ceil(extract(epoch from leased_until - clock_timestamp()))::integer as seconds
     from ${tables.threads} where key = $1`,
    [key],
  );
  const seconds = row?.["seconds"];
  return typeof seconds === "number"
    ? ` Unless its writer renews it, the lease ends in ${Math.max(0, seconds)} s.`
    : "";
}

async function explainRefusal({ run, tables, thread, key, owner }: LeaseRequest, seq: number): Promise<ToolError> {
  const [row] = await run(`select owner, entries from ${tables.threads} where key = $1`, [key]);
  if (row?.["owner"] !== owner) return threadLost(thread);
  const problem = `has ${String(row["entries"])} entries, so that entry ${seq} cannot follow`;
  return new ToolError(
    "thread_gap",
    `The thread ${JSON.stringify(thread)} ${problem}. Open it again and see what it has.`,
  );
}

function threadLost(thread: string): ToolError {
  const problem = `The lease of the thread ${JSON.stringify(thread)} has ended, and another writer has taken it or deleted the thread.`;
  return new ToolError("thread_lost", `${problem} Nothing was written.`);
}
