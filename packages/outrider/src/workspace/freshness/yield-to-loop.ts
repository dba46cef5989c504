import { setImmediate } from "node:timers/promises";

const sliceMs = 8;

/** Synchronous file system calls are seven times faster than asynchronous ones, so they are used in slices. */
export function createYield(signal: AbortSignal): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + sliceMs;
  return () => {
    if (performance.now() < sliceEnd) return undefined;
    return setImmediate().then(() => {
      signal.throwIfAborted();
      sliceEnd = performance.now() + sliceMs;
    });
  };
}
