import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { win32 } from "node:path";
import { errorCode } from "../tool/tool-error.ts";
import { parseStat } from "./process-stat.ts";

type Signal = "SIGTERM" | "SIGKILL" | 0;

/** Signals one process. False when there is none to signal, or when it must never be signalled. */
export function signalProcess(pid: number, signal: Signal): boolean {
  return isTarget(pid) && send(pid, signal);
}

/** Signals every member of a group. False when there is none, or when it must never be signalled. */
export function signalGroup(pgid: number, signal: Signal): boolean {
  return isTarget(pgid) && send(-pgid, signal);
}

// The only place that decides: 0, 1 and -1 address everybody, and our own group holds the host.
function isTarget(id: number): boolean {
  return Number.isSafeInteger(id) && id > 1 && id !== process.pid && id !== process.ppid && id !== ownGroup();
}

function send(target: number, signal: Signal): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // EPERM: it exists and is not ours to end; the caller must see it as alive.
    return errorCode(error) === "EPERM";
  }
}

let known: number | undefined;

/** The process group of this process, where the system tells. It never changes: Node cannot leave its group. */
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

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** The Windows command that ends a process with its descendants. */
export function buildTaskkill(pid: number, environment: Readonly<Record<string, string | undefined>>): Command {
  if (!Number.isSafeInteger(pid) || pid <= 4) {
    throw new Error(`Refused to end Windows process ${pid}: expected the pid of a process that was started here.`);
  }
  return { file: taskkillFile(environment), args: ["/PID", String(pid), "/T", "/F"] };
}

/** By its full path, so that a `taskkill.exe` in the working directory is never taken for it. */
export function taskkillFile(environment: Readonly<Record<string, string | undefined>>): string {
  return win32.join(environment.SystemRoot ?? environment.SYSTEMROOT ?? "C:\\Windows", "System32", "taskkill.exe");
}

export function runTaskkill(pid: number): Promise<void> {
  const { file, args } = buildTaskkill(pid, process.env);
  return new Promise((resolve) => {
    execFile(file, args, { windowsHide: true, timeout: 5000 }, () => resolve());
  });
}

/** For the moment of exit, when nothing asynchronous runs any more. */
export function runTaskkillSync(pid: number): void {
  const { file, args } = buildTaskkill(pid, process.env);
  spawnSync(file, args, { windowsHide: true, timeout: 2000, stdio: "ignore" });
}
