/** How long a question waits for a server. */
export interface Timeouts {
  /** Until it is ready. */
  readonly readyMs: number;
  /** For one request: less than the total, so that a hanging server is recognized as such. */
  readonly requestMs: number;
  /** In total; the rest of the call's time is for the answer from syntax. */
  readonly allMs: number;
}

const defaultReadyMs = 5_000;
const defaultAnswerMs = 10_000;
const leftMs = 3_000;

/** A short wait, unless the caller prefers an exact answer to a quick one. */
export function timeoutsOf(readyMs = defaultReadyMs, answerMs = defaultAnswerMs): Timeouts {
  const allMs = readyMs + answerMs;
  return { readyMs, allMs, requestMs: Math.max(defaultAnswerMs, allMs - leftMs) };
}
