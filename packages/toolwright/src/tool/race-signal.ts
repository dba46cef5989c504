/** What the work resolves to; rejects with the signal's reason as soon as that aborts, whatever the work does then. */
export async function raceSignal<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  // Its failure is nobody's business once the signal has aborted.
  work.catch(() => {});
  return await new Promise<Value>((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
