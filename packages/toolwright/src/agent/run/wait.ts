import type { Clock } from "../../tool/call-context.ts";

/** Resolves after the time, and rejects with the signal's reason as soon as that aborts. */
export function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => {
      timer.cancel();
      reject(signal.reason);
    };
    const timer = clock.schedule(milliseconds, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
