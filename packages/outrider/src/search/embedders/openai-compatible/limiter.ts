import { setMaxListeners } from "node:events";

/** Lets so many pieces of work run at the same time; the others wait their turn, or until they are cancelled. */
export function createLimiter(
  size: number,
): <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener("abort", leave);
        running += 1;
        resolve();
      };
      const leave = (): void => {
        const at = waiting.indexOf(start);
        if (at !== -1) waiting.splice(at, 1);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      if (running < size) return start();
      // One call may have many batches waiting.
      setMaxListeners(0, signal);
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(start);
    });
  }

  return async (signal, work) => {
    await turn(signal);
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
