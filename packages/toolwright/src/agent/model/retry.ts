import { type ModelError } from "./model.ts";

/** How failed model calls are repeated. */
export interface RetryPolicy {
  /** Of the same model, the first one included. Default: 5. */
  readonly attempts: number;
  /** Before the second attempt; each further wait is twice as long. Default: 1 s. */
  readonly firstWaitMs: number;
  /** The longest wait, unless the provider asks for more. Default: 60 s. */
  readonly longestWaitMs: number;
  /** If a provider asks for a longer wait than this, there is no further attempt. Default: 10 minutes. */
  readonly longestRetryAfterMs: number;
  /** How long to go on while nobody answers at the other end; these attempts do not count. Default: 10 minutes. */
  readonly offlineMs: number;
}

export const defaultRetry: RetryPolicy = {
  attempts: 5,
  firstWaitMs: 1_000,
  longestWaitMs: 60_000,
  longestRetryAfterMs: 600_000,
  offlineMs: 600_000,
};

/** What has been tried with one model for one answer. */
export interface Attempts {
  readonly failed: number;
  readonly offline: number;
  /** When the first of the latest attempts failed that nobody answered. */
  readonly offlineSince: number | undefined;
}

export const noAttempts: Attempts = { failed: 0, offline: 0, offlineSince: undefined };

/** Whether and when to try again after a failure. `random` is from 0 up to 1. */
export function planRetry(
  policy: RetryPolicy,
  before: Attempts,
  error: ModelError,
  { now, random }: { readonly now: number; readonly random: number },
): { readonly waitMs: number; readonly attempts: Attempts } | undefined {
  if (error.kind === "rejected" || error.kind === "overflow") return undefined;
  if (error.kind === "offline") {
    const offlineSince = before.offlineSince ?? now;
    if (now - offlineSince >= policy.offlineMs) return undefined;
    const waitMs = Math.min(backOff(policy, before.offline, random), policy.offlineMs - (now - offlineSince));
    return { waitMs, attempts: { ...before, offline: before.offline + 1, offlineSince } };
  }
  const failed = before.failed + 1;
  const { retryAfterMs = 0 } = error;
  if (failed >= policy.attempts || retryAfterMs > policy.longestRetryAfterMs) return undefined;
  // Never earlier than the provider asks; the jitter is on top, so that clients that were refused together do not return together.
  const waitMs = Math.max(backOff(policy, before.failed, random), retryAfterMs * (1 + random / 10));
  return { waitMs, attempts: { failed, offline: 0, offlineSince: undefined } };
}

/** Between half of the wait and all of it. */
function backOff({ firstWaitMs, longestWaitMs }: RetryPolicy, step: number, random: number): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(step, 30));
  return full * (0.5 + random / 2);
}
