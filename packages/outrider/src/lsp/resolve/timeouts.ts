/** How long a question waits for a server. */
export interface Timeouts {
  /** Until it is ready. */
  readonly readyMs: number;
  /** For one request: less than in all, so that a server that hangs is noticed as one. */
  readonly requestMs: number;
  /** In all; what is left of the call's time is for the answer by syntax. */
  readonly allMs: number;
}

const defaultReadyMs = 5_000;
const answerMs = 10_000;
const leftMs = 3_000;

/** A short wait unless the caller wants the exact answer more than a quick one. */
export function timeoutsOf(readyMs = defaultReadyMs): Timeouts {
  const allMs = readyMs + answerMs;
  return { readyMs, allMs, requestMs: Math.max(answerMs, allMs - leftMs) };
}
