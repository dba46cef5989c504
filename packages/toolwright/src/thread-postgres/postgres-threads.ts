import type { LogEntry } from "../agent/log/entries.ts";
import { threadBusy } from "../agent/log/memory-store.ts";
import type { ThreadFacts, ThreadLog, ThreadStore } from "../agent/log/thread-store.ts";
import { type Clock, maxDelayMs, systemClock } from "../tool/call-context.ts";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import { ToolError } from "../tool/tool-error.ts";
import { createStatements, type PostgresClient } from "./database.ts";
import { nameTables, prepareLayout } from "./layout.ts";
import { openLeased } from "./thread-lease.ts";

/** Where threads are kept in a database. */
export interface PostgresThreadsOptions {
  /** A `Pool` or `Client` of `pg`, or a PGlite. It stays yours: the store does not close it. */
  readonly client: PostgresClient;
  /** Made with its tables on the first use. Default: "toolwright". */
  readonly schema?: string;
  /** How long a thread stays taken if nothing more is heard of its writer. Default: 30 s, renewed every 10 s. */
  readonly leaseMs?: number;
  /** How long a statement may take. Default: 30 s. */
  readonly statementMs?: number;
  readonly clock?: Clock;
}

/** Keeps threads in PostgreSQL, for processes on any number of machines. What `append` has confirmed is committed. */
export function openPostgresThreads(options: PostgresThreadsOptions): ThreadStore {
  const { client, schema = "toolwright", leaseMs = 30_000, statementMs = 30_000, clock = systemClock } = options;
  const tables = nameTables(schema);
  checkDurations({ leaseMs, statementMs });
  const run = createStatements(client, clock, statementMs);
  const store = crypto.randomUUID();
  const open = new Set<string>();
  let logs = 0;
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    prepared ??= prepareLayout(run, tables);
    try {
      await prepared;
    } catch (error) {
      // What failed once is tried again by the next call.
      prepared = undefined;
      throw error;
    }
  }

  async function read(key: string, thread: string): Promise<readonly LogEntry[]> {
    const rows = await run(`select seq, entry from ${tables.entries} where thread = $1 order by seq`, [key]);
    return rows.map((row, index) => readEntry(row, index + 1, thread));
  }

  async function openLog(thread: string): Promise<ThreadLog> {
    if (open.has(thread)) throw threadBusy(thread);
    open.add(thread);
    try {
      await prepare();
      const key = await keyOf(thread);
      const owner = `${store}:${(logs += 1)}`;
      const name = nameOf(thread);
      const lease = { run, tables, clock, leaseMs, thread, key, name, store, owner };
      const log = await openLeased({ ...lease, read: () => read(key, thread) });
      let closed: Promise<void> | undefined;
      return {
        ...log,
        async close() {
          // A second close must not set free what has been opened again since.
          closed ??= log.close().finally(() => open.delete(thread));
          await closed;
        },
      };
    } catch (error) {
      open.delete(thread);
      throw error;
    }
  }

  return {
    open: openLog,
    async read(thread) {
      await prepare();
      return await read(await keyOf(thread), thread);
    },
    async list() {
      await prepare();
      const rows = await run(`select name, entries, changed_at from ${tables.threads} where entries > 0 order by key`);
      return rows.map(readFacts);
    },
    async delete(thread) {
      if (open.has(thread)) throw threadBusy(thread);
      await prepare();
      const key = await keyOf(thread);
      const deleted = await run(
        `delete from ${tables.threads} where key = $1
           and (owner is null or leased_until < clock_timestamp() or split_part(owner, ':', 1) = $2) returning entries`,
        [key, store],
      );
      if (deleted[0] !== undefined) return deleted[0]["entries"] !== 0;
      if ((await run(`select key from ${tables.threads} where key = $1`, [key])).length > 0) throw threadBusy(thread);
      return false;
    },
    async close() {},
  };
}

/** A timer of no length would ask the database without a pause. */
function checkDurations(durations: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(durations)) {
    if (value > 0 && value <= maxDelayMs) continue;
    throw new RangeError(`${name} must be a number of milliseconds from 1 to ${maxDelayMs}, not ${value}.`);
  }
}

function readFacts({ name, entries, changed_at: changedAt }: JsonObject): ThreadFacts {
  return { thread: threadOf(String(name)), entries: Number(entries), changedAt: Number(changedAt) };
}

/** A name may be longer than an index takes. */
async function keyOf(thread: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(nameOf(thread)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** As in JSON, without the quotes around it: most names are themselves, and what PostgreSQL cannot keep is told apart. */
function nameOf(thread: string): string {
  return JSON.stringify(thread).slice(1, -1);
}

function threadOf(name: string): string {
  return String(JSON.parse(`"${name}"`));
}

/** This program wrote the row, so that its entry has the shape that it was written with. */
function readEntry(row: JsonObject, seq: number, thread: string): LogEntry {
  const entry = parse(row["entry"]);
  if (row["seq"] === seq && isEntry(entry) && entry.seq === seq) return entry;
  const problem = `its entry ${seq} is missing or is not one`;
  throw new ToolError("thread_damaged", `The thread ${JSON.stringify(thread)} cannot be read: ${problem}.`);
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is LogEntry {
  return isJsonObject(value) && typeof value["id"] === "string" && typeof value["type"] === "string";
}
