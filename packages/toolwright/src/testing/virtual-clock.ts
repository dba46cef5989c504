import type { Clock } from "../tool/call-context.ts";

/** A clock that a test moves. */
export interface VirtualClock extends Clock {
  /** Moves time forward, running due timers in order and letting promises settle in between. */
  advance(milliseconds: number): Promise<void>;
  /** Number of timers that are set: zero if nothing leaks. */
  pendingTimers(): number;
}

interface Entry {
  readonly dueAt: number;
  readonly run: () => void;
}

/** A clock that stands still until it is advanced. */
export function createVirtualClock(startAt = 0): VirtualClock {
  const entries = new Set<Entry>();
  let now = startAt;

  return {
    now: () => now,
    wallTime: () => 1_700_000_000_000 + now,
    schedule(delayMs, run) {
      const entry = { dueAt: now + Math.max(0, delayMs), run };
      entries.add(entry);
      return { cancel: () => void entries.delete(entry) };
    },
    async advance(milliseconds) {
      const target = now + milliseconds;
      await letPromisesSettle();
      for (let entry = earliest(entries); entry !== undefined && entry.dueAt <= target; entry = earliest(entries)) {
        now = Math.max(now, entry.dueAt);
        entries.delete(entry);
        entry.run();
        await letPromisesSettle();
      }
      now = target;
    },
    pendingTimers: () => entries.size,
  };
}

/** Timers due at the same moment run in the order they were set, as real ones do. */
function earliest(entries: ReadonlySet<Entry>): Entry | undefined {
  let first: Entry | undefined;
  for (const entry of entries) if (first === undefined || entry.dueAt < first.dueAt) first = entry;
  return first;
}

function letPromisesSettle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
