import { deferred } from "../tool/deferred.ts";

export interface Interrupts {
  /** Aborts on the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Resolves on the second. */
  readonly again: Promise<void>;
  close(): void;
}

/** `process`, or a substitute for it. */
export interface SignalSource {
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
// npm forwards to its child the Ctrl-C that the terminal has sent to both.
const echoMs = 200;

export function listenForInterrupts(source: SignalSource, now: () => number = () => performance.now()): Interrupts {
  const controller = new AbortController();
  const { promise: again, resolve: force } = deferred();
  let firstAt: number | undefined;
  const onSignal = (): void => {
    if (firstAt === undefined) {
      firstAt = now();
      controller.abort();
    } else if (now() - firstAt > echoMs) force();
  };
  for (const signal of signals) source.on(signal, onSignal);
  return {
    signal: controller.signal,
    again,
    close() {
      for (const signal of signals) source.off(signal, onSignal);
    },
  };
}

/** Settles like the work, or rejects at once with `AbortError` if interrupted. */
export async function unlessInterrupted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  let onAbort: () => void = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
  });
  // If the work loses the race, nothing else handles its rejection.
  work.catch(() => {});
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
