export interface TimeLimit {
  readonly ms: number;
  readonly notes: readonly string[];
}

const usualMs = 120_000;
const leastMs = 100;
/** For ending the tree and writing the answer. */
const reservedMs = 5_000;

/** What was asked for, within what the call has left; a value that is changed is told. */
export function limitTime(wanted: number | undefined, remainingMs: number): TimeLimit {
  const most = Math.max(leastMs, Math.floor(remainingMs) - reservedMs);
  const ms = Math.min(Math.max(wanted ?? usualMs, leastMs), most);
  if (wanted === undefined || ms === wanted) return { ms, notes: [] };
  return { ms, notes: [`timeout_ms ${wanted} was changed to ${ms}`] };
}
