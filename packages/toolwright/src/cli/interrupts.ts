import { deferred } from "../tool/deferred.ts";

export interface Interrupts {
  /** Aborts on the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Resolves on the second. */
  readonly again: Promise<void>;
  /** Asks `takes` first, until it is released: an interrupt that it takes does not end the program. */
  take(takes: InterruptHandler): TakenInterrupts;
  close(): void;
}

/** What asks the program to end. */
export type InterruptSignal = (typeof signals)[number];

/** Whether the interrupt is dealt with; false ends the program. */
export type InterruptHandler = (signal: InterruptSignal) => boolean;

/** Interrupts that a command deals with itself. */
export interface TakenInterrupts {
  /** Ctrl-C as a key: a terminal in raw mode sends no signal, and nobody echoes one. */
  press(): void;
  release(): void;
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
  let lastAt: number | undefined;
  let handler: InterruptHandler | undefined;
  const hear = (signal: InterruptSignal): void => {
    const isEcho = lastAt !== undefined && now() - lastAt <= echoMs;
    if (isEcho) return;
    lastAt = now();
    interrupt(signal);
  };
  const interrupt = (signal: InterruptSignal): void => {
    if (handler?.(signal) === true) return;
    if (controller.signal.aborted) force();
    else controller.abort();
  };
  const listeners = signals.map((signal) => ({ signal, listener: () => hear(signal) }));
  for (const { signal, listener } of listeners) source.on(signal, listener);
  return {
    signal: controller.signal,
    again,
    take(takes) {
      handler = takes;
      return { press: () => interrupt("SIGINT"), release: () => void (handler = undefined) };
    },
    close() {
      for (const { signal, listener } of listeners) source.off(signal, listener);
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
