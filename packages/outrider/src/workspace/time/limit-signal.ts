export interface LimitedSignal {
  readonly signal: AbortSignal;
  /** Whether the time limit ended it. */
  isLate(): boolean;
  /** Clears the timer. */
  release(): void;
}

/**
 * Aborts with one of `signals`, or after a time. In Node 20 a timeout inside `AbortSignal.any` may never fire: nothing
 * keeps it from being garbage-collected.
 */
export function limitSignal(signals: readonly AbortSignal[], ms: number): LimitedSignal {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort(new DOMException("The time is up.", "TimeoutError"));
  }, ms);
  const listeners = signals.map((signal) => {
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  });
  return {
    signal: controller.signal,
    isLate: () => late,
    release() {
      clearTimeout(timer);
      for (const remove of listeners) remove();
    },
  };
}

/** Settles like the promise, or rejects as soon as the signal is aborted; the underlying work continues. */
export function waitUnlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    // Attached first, so that a rejection is handled even if no caller waits.
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
