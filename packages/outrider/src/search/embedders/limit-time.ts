/**
 * Runs work with a signal that is stopped by the caller's or after a time. Undefined when it was stopped by either; the work has
 * ended by then, and no timer and no listener is left.
 */
export async function limitTime<Result>(
  signal: AbortSignal,
  timeoutMs: number,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  const timer = setTimeout(onAbort, timeoutMs);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const result = await work(stop.signal);
    return stop.signal.aborted ? undefined : result;
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
