import { AsyncResource } from "node:async_hooks";
import { waitUnlessAborted } from "../time/limit-signal.ts";

export interface Closable {
  close(): Promise<void>;
}

export interface OpenLimits {
  /** The most values to hold open at once. Values in use are never closed, so there may be more for a while. */
  readonly maxOpen: number;
  /** How long a value without users stays open. */
  readonly idleMs: number;
}

/** Opens a value for its first user, shares it among concurrent users, and closes it some time after the last one. */
export interface RefcountedPool<Value extends Closable> {
  /** Opens the value of this key if needed, and keeps it open while `work` runs. */
  use<Result>(
    key: string,
    open: () => Value,
    work: (value: Value) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** The value of this key if it is open; opens nothing, and does not keep it open. */
  peek(key: string): Value | undefined;
  /** Closes every value, even those in use; nothing is opened afterwards. */
  close(): Promise<void>;
}

interface Entry<Value> {
  readonly value: Value;
  users: number;
  idle?: NodeJS.Timeout;
}

/** Without limits, every value stays open until the pool is closed. */
export function createRefcountedPool<Value extends Closable>(limits?: OpenLimits): RefcountedPool<Value> {
  // A value outlives the call that opens it, so it must not belong to that call.
  const outside = new AsyncResource("OutriderRefcountedPool");
  /** Least recently used first. */
  const entries = new Map<string, Entry<Value>>();
  const closing = new Map<string, Promise<void>>();
  let isClosed = false;

  function acquire(key: string, open: () => Value): Entry<Value> {
    const entry = entries.get(key) ?? { value: outside.runInAsyncScope(open), users: 0 };
    entries.delete(key);
    entries.set(key, entry);
    clearTimeout(entry.idle);
    entry.users += 1;
    return entry;
  }

  function release(key: string, entry: Entry<Value>): void {
    entry.users -= 1;
    if (limits === undefined || isClosed) return;
    if (entry.users === 0) entry.idle = setTimeout(() => evict(key, entry), limits.idleMs).unref();
    const unused = [...entries].filter(([, { users }]) => users === 0);
    for (const [other, its] of unused.slice(0, Math.max(0, entries.size - limits.maxOpen))) evict(other, its);
  }

  function evict(key: string, entry: Entry<Value>): void {
    clearTimeout(entry.idle);
    entries.delete(key);
    const closed = entry.value
      .close()
      // The next user opens a new one, whatever happened to this.
      .catch(() => {})
      .finally(() => closing.delete(key));
    closing.set(key, closed);
  }

  return {
    async use(key, open, work, signal) {
      // Two values of one key would work on the same files, so the old one has to be closed first.
      for (let last = closing.get(key); last !== undefined; last = closing.get(key))
        await (signal === undefined ? last : waitUnlessAborted(last, signal));
      if (isClosed) throw new Error("Outrider is closing.");
      const entry = acquire(key, open);
      try {
        return await work(entry.value);
      } finally {
        outside.runInAsyncScope(release, undefined, key, entry);
      }
    },
    peek: (key) => entries.get(key)?.value,
    async close() {
      isClosed = true;
      for (const [key, entry] of entries) evict(key, entry);
      await Promise.all(closing.values());
    },
  };
}
