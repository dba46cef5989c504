import { AsyncResource } from "node:async_hooks";
import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";

export interface Closable {
  close(): Promise<void>;
}

export interface KeepLimits {
  /** So many are open at once; more only as long as each of them is in use. */
  readonly most: number;
  /** How long one that nobody uses stays open. */
  readonly idleMs: number;
}

/** What is opened with its first use, shared by all that use it at the same time, and closed when it is not used any more. */
export interface KeptOpen<Value extends Closable> {
  use<Result>(
    key: string,
    open: () => Value,
    work: (value: Value) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Also of those in use; nothing is opened afterwards. */
  close(): Promise<void>;
}

interface Entry<Value> {
  readonly value: Value;
  users: number;
  idle?: NodeJS.Timeout;
}

/** Without limits everything stays open. */
export function keepOpen<Value extends Closable>(limits?: KeepLimits): KeptOpen<Value> {
  // What stays open belongs to nobody's call.
  const outside = new AsyncResource("OutriderKeptOpen");
  /** The one whose last use began longest ago first. */
  const entries = new Map<string, Entry<Value>>();
  const closing = new Map<string, Promise<void>>();
  let isClosed = false;

  function take(key: string, open: () => Value): Entry<Value> {
    const entry = entries.get(key) ?? { value: outside.runInAsyncScope(open), users: 0 };
    entries.delete(key);
    entries.set(key, entry);
    clearTimeout(entry.idle);
    entry.users += 1;
    return entry;
  }

  function giveBack(key: string, entry: Entry<Value>): void {
    entry.users -= 1;
    if (limits === undefined || isClosed) return;
    if (entry.users === 0) entry.idle = setTimeout(() => end(key, entry), limits.idleMs).unref();
    const unused = [...entries].filter(([, { users }]) => users === 0);
    for (const [other, its] of unused.slice(0, Math.max(0, entries.size - limits.most))) end(other, its);
  }

  function end(key: string, entry: Entry<Value>): void {
    clearTimeout(entry.idle);
    entries.delete(key);
    const closed = entry.value
      .close()
      // Whoever asks next opens it anew.
      .catch(() => {})
      .finally(() => closing.delete(key));
    closing.set(key, closed);
  }

  return {
    async use(key, open, work, signal) {
      // Two of them on the same files would be in each other's way.
      for (let last = closing.get(key); last !== undefined; last = closing.get(key))
        await (signal === undefined ? last : waitUnlessAborted(last, signal));
      if (isClosed) throw new Error("Outrider is closing.");
      const entry = take(key, open);
      try {
        return await work(entry.value);
      } finally {
        outside.runInAsyncScope(giveBack, undefined, key, entry);
      }
    },
    async close() {
      isClosed = true;
      for (const [key, entry] of entries) end(key, entry);
      await Promise.all(closing.values());
    },
  };
}
