import { readFileSync } from "node:fs";
import { errorCode } from "../tool/tool-error.ts";
import { parseStat } from "./process-stat.ts";

type Signal = "SIGTERM" | "SIGKILL" | 0;

/** Signals one process. False if there is none, or if it must never be signalled. */
export function signalProcess(pid: number, signal: Signal): boolean {
  return isTarget(pid) && send(pid, signal);
}

/** Signals every member of a group. False if there is none, or if it must never be signalled. */
export function signalGroup(pgid: number, signal: Signal): boolean {
  return isTarget(pgid) && send(-pgid, signal);
}

// The only place that decides: 0, 1 and -1 address all processes, and our own group contains the host.
function isTarget(id: number): boolean {
  return Number.isSafeInteger(id) && id > 1 && id !== process.pid && id !== process.ppid && id !== ownGroup();
}

function send(target: number, signal: Signal): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // EPERM: it exists but is not ours to end; the caller must see it as alive.
    return errorCode(error) === "EPERM";
  }
}

let known: number | undefined;

/** The process group of this process, if the system tells. It never changes: Node cannot leave its group. */
export function ownGroup(): number | undefined {
  if (process.platform !== "linux") return undefined;
  known ??= readOwnGroup();
  return known;
}

function readOwnGroup(): number | undefined {
  try {
    return parseStat(readFileSync("/proc/self/stat", "latin1"))?.pgid;
  } catch {
    // A system may hide /proc.
    return undefined;
  }
}
