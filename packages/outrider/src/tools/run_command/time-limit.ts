import type { Services } from "../../services.ts";

export interface TimeLimit {
  readonly ms: number;
  readonly notes: readonly string[];
}

const usualMs = 120_000;
const minMs = 100;
/** For ending the tree and writing the answer. */
const reservedMs = 5_000;
/** Beyond it Node's timers fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** What was asked for, within what the call has left; a value that is changed is told. */
export function limitTime(wanted: number | undefined, remainingMs: number): TimeLimit {
  const most = Math.max(minMs, Math.floor(remainingMs) - reservedMs);
  return limitWithin(wanted ?? Math.min(usualMs, most), most);
}

/** A background job has the limit that was asked for; without one it runs until it ends or the server does. */
export function limitJob(wanted: number | undefined): TimeLimit | undefined {
  return wanted === undefined ? undefined : limitWithin(wanted, longestTimerMs);
}

function limitWithin(wanted: number, most: number): TimeLimit {
  const ms = Math.min(Math.max(wanted, minMs), most);
  return { ms, notes: ms === wanted ? [] : [`timeout_ms ${wanted} was changed to ${ms}`] };
}

export type CommandServices = Pick<Services, "workspace" | "outputs" | "shell">;
