import { setTimeout as sleep } from "node:timers/promises";
import { isToolError } from "toolwright";
import { errorCode } from "../../workspace/paths/error-code.ts";
import { withLock } from "../../workspace/writer/lock.ts";

export interface BuilderOptions {
  readonly signal: AbortSignal;
  /** Called between two attempts. */
  readonly whileWaiting: () => Promise<void>;
}

const betweenTriesMs = 100;

/**
 * Does the work if no other process builds this project's table; undefined if one does. If no lock can be created (the disk is
 * full or read-only), every process builds for itself.
 */
export async function tryBuilder<T>(
  directory: string,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  let begun = false;
  const never = new AbortController().signal;
  try {
    return await withLock(directory, "build", { lockMs: 0, signal: never }, async () => {
      begun = true;
      return { value: await work() };
    });
  } catch (error) {
    if (begun) throw error;
    if (isToolError(error) && error.code === "locked") return undefined;
    if (!isToolError(error) && errorCode(error) === undefined) throw error;
    return { value: await work() };
  }
}

/** Waits for its turn as long as it takes; if the builder dies, its lock is taken over. */
export async function withBuilder<T>(
  directory: string,
  { signal, whileWaiting }: BuilderOptions,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const done = await tryBuilder(directory, work);
    if (done !== undefined) return done.value;
    await whileWaiting();
    // If aborted, the loop throws, with the signal's reason.
    await sleep(betweenTriesMs, undefined, { signal }).catch(() => undefined);
  }
}
