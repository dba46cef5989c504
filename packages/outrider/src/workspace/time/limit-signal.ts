export interface LimitedSignal {
  readonly signal: AbortSignal;
  /** Whether it was the time that ended it. */
  isLate(): boolean;
  /** The timer ends with the wait. */
  release(): void;
}

/**
 * Aborts with one of `signals`, or after a time. In Node 20 a timeout inside of `AbortSignal.any` may never fire: nothing
 * keeps it from being collected as garbage.
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

/** The promise's own end, or a rejection as soon as the signal is aborted; what the promise stands for goes on. */
export function waitUnlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    // First of all, so that a rejection is heard also where nobody waits.
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
