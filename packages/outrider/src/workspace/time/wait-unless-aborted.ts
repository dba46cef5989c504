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
