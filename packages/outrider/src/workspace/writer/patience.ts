import { setTimeout as sleep } from "node:timers/promises";

/** One budget of waiting, spent on several waits one after the other. */
export interface Patience {
  /** True when the promise ended in time, false when the budget is spent; throws when aborted. */
  waitFor(done: Promise<void>): Promise<boolean>;
  /** A short pause, a little longer each time and never twice the same, so that waiters do not move in step. */
  pause(): Promise<boolean>;
  waitedMs(): number;
  throwIfAborted(): void;
}

export function createPatience(budgetMs: number, signal: AbortSignal): Patience {
  const begun = performance.now();
  let pauses = 0;
  const left = (): number => begun + budgetMs - performance.now();

  async function sleepFor(ms: number, stop: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
  }

  return {
    async waitFor(done) {
      const settled = new AbortController();
      const ended = done.then(() => true);
      const timedOut = sleepFor(Math.max(0, left()), AbortSignal.any([signal, settled.signal])).then(() => false);
      const result = await Promise.race([ended, timedOut]);
      settled.abort();
      signal.throwIfAborted();
      return result;
    },
    async pause() {
      const wanted = Math.min(1 + pauses, 12) * (0.5 + Math.random());
      pauses += 1;
      if (left() <= 0) {
        return false;
      }
      await sleepFor(Math.min(wanted, left()), signal);
      signal.throwIfAborted();
      return true;
    },
    waitedMs: () => performance.now() - begun,
    throwIfAborted: () => signal.throwIfAborted(),
  };
}
