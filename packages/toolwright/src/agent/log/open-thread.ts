import type { Clock } from "../../tool/call-context.ts";
import { deferred } from "../../tool/deferred.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { EntryBody, LogEntry } from "./entries.ts";
import { applyEntry, foldEntries, type ThreadState } from "./thread-state.ts";
import type { ThreadStore } from "./thread-store.ts";

/** A thread that a run has open. Its state changes only by what is appended to it. */
export interface OpenThread {
  readonly name: string;
  state(): ThreadState;
  /** One after the other, in the order of the calls. Rejects with `store_failed`. */
  append(...bodies: readonly EntryBody[]): Promise<void>;
  /** The same with entries that follow from the state, which nothing else changes in between. */
  appendNext(write: (state: ThreadState) => readonly EntryBody[]): Promise<void>;
  /** Undefined if nothing is being appended; otherwise, when all that was asked for so far is. */
  pending(): Promise<void> | undefined;
  /** Resolves as soon as the state has an entry beyond this one. */
  changed(seq: number): Promise<void>;
  close(): Promise<void>;
}

/** Entries that a store did not take, by thread: what they tell has happened, and must not happen again. */
export type UnwrittenEntries = Map<string, readonly LogEntry[]>;

/** Opens a thread, and first of all writes what could not be written before. */
export async function openThread(
  store: ThreadStore,
  name: string,
  clock: Clock,
  unwritten: UnwrittenEntries,
): Promise<OpenThread> {
  const log = await store.open(name);
  let state = foldEntries(log.entries);
  let turn: Promise<void> = Promise.resolve();
  let waiting = 0;
  let next = deferred();

  async function write(entries: readonly LogEntry[]): Promise<void> {
    // Nothing is written behind a gap.
    const isBehindGap = unwritten.has(name);
    try {
      if (!isBehindGap) return await withinTime(clock, log.append(entries));
    } catch (error) {
      unwritten.set(name, entries);
      throw storeFailed(name, error);
    }
    unwritten.set(name, [...(unwritten.get(name) ?? []), ...entries]);
    throw storeFailed(name, undefined);
  }

  async function appendBodies(bodies: readonly EntryBody[]): Promise<void> {
    const { seq } = state;
    const time = clock.wallTime();
    const entries = bodies.map((body, index) => ({ ...body, id: crypto.randomUUID(), seq: seq + index + 1, time }));
    // What is not written is true all the same.
    state = entries.reduce(applyEntry, state);
    next.resolve();
    next = deferred();
    await write(entries);
  }

  async function appendNext(writeBodies: (now: ThreadState) => readonly EntryBody[]): Promise<void> {
    waiting += 1;
    const mine = turn.then(async () => {
      const bodies = writeBodies(state);
      if (bodies.length > 0) await appendBodies(bodies);
    });
    turn = mine.then(
      () => void (waiting -= 1),
      () => void (waiting -= 1),
    );
    await mine;
  }

  try {
    const missing = findMissing(unwritten.get(name) ?? [], log.entries);
    unwritten.delete(name);
    if (missing.length > 0) {
      await write(missing);
      state = missing.reduce(applyEntry, state);
    }
  } catch (error) {
    await withinTime(clock, log.close()).catch(() => {});
    throw error;
  }

  return {
    name,
    state: () => state,
    append: (...bodies) => appendNext(() => bodies),
    appendNext,
    pending: () => (waiting === 0 ? undefined : turn),
    changed: async (seq) => (state.seq > seq ? undefined : await next.promise),
    close: () => withinTime(clock, log.close()),
  };
}

/** Longer than a store that works ever takes. */
const storeMs = 60_000;

/** A store without time limits of its own must not hold a run for good. */
async function withinTime<Value>(clock: Clock, work: Promise<Value>): Promise<Value> {
  const late = deferred<never>();
  const timer = clock.schedule(storeMs, () => late.reject(new Error(`It took more than ${storeMs / 1_000} s.`)));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    timer.cancel();
  }
}

function storeFailed(name: string, cause: unknown): ToolError {
  const why = cause instanceof Error ? ` ${cause.message}` : "";
  const message = `What happened in the thread ${JSON.stringify(name)} could not be stored.${why}`;
  return new ToolError("store_failed", message, { retryable: true, cause });
}

/** What still belongs at the end of the log: nothing if another writer went on there meanwhile. */
function findMissing(waiting: readonly LogEntry[], stored: readonly LogEntry[]): readonly LogEntry[] {
  const known = new Set(stored.map(({ id }) => id));
  const missing = waiting.filter(({ id }) => !known.has(id));
  return missing[0] === undefined || missing[0].seq === stored.length + 1 ? missing : [];
}
