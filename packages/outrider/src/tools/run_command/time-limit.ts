import type { Services } from "../../services.ts";

export interface TimeLimit {
  readonly ms: number;
  readonly notes: readonly string[];
}

const usualMs = 120_000;
const minMs = 100;
/** Time for ending the process tree and writing the answer. */
const reservedMs = 5_000;
/** Beyond this, Node's timers fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The requested limit within what the call has left; a changed value is reported. */
export function limitTime(wanted: number | undefined, remainingMs: number): TimeLimit {
  const most = Math.max(minMs, Math.floor(remainingMs) - reservedMs);
  return limitWithin(wanted ?? Math.min(usualMs, most), most);
}

/** A background job has the requested limit; without one it runs until it or the server ends. */
export function limitJob(wanted: number | undefined): TimeLimit | undefined {
  return wanted === undefined ? undefined : limitWithin(wanted, longestTimerMs);
}

function limitWithin(wanted: number, most: number): TimeLimit {
  const ms = Math.min(Math.max(wanted, minMs), most);
  return { ms, notes: ms === wanted ? [] : [`timeout_ms ${wanted} was changed to ${ms}`] };
}

export type CommandServices = Pick<Services, "workspace" | "outputs" | "shell" | "sandboxes">;
