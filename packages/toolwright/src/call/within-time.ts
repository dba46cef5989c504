import type { Clock } from "../tool/call-context.ts";

/** The value of the work, or undefined if it takes too long. The work itself continues. */
export function withinTime<Value>(
  clock: Clock,
  limitMs: number,
  work: Promise<Value>,
): Promise<{ readonly value: Value } | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.schedule(limitMs, () => resolve(undefined));
    work.then(
      (value) => {
        timer.cancel();
        resolve({ value });
      },
      (error: unknown) => {
        timer.cancel();
        reject(error);
      },
    );
  });
}
