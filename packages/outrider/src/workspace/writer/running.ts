import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { hasCode } from "./io-error.ts";

/** Identifies a process, so that another one with the same pid is not mistaken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own units; empty if unknown. */
  readonly started: string;
  readonly host: string;
  /** The machine, its boot and the process table that the pid belongs to, as far as they are known. */
  readonly system: string;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? "", host: hostname(), system: ownSystem() };
}

/** "unknown" for a process of another machine or container, whose process table is not visible. */
export function stateOf(identity: ProcessIdentity): "running" | "gone" | "unknown" {
  if (identity.system !== ownSystem()) {
    return "unknown";
  }
  if (!isRunning(identity.pid)) {
    return "gone";
  }
  const started = startOf(identity.pid);
  return started === undefined || identity.started === "" || started === identity.started ? "running" : "gone";
}

export function isRunning(pid: number): boolean {
  if (process.platform === "linux") {
    const state = statFields(pid)?.[0];
    if (state !== undefined) {
      return state !== "Z" && state !== "X";
    }
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

function startOf(pid: number): string | undefined {
  return process.platform === "linux" ? statFields(pid)?.[19] : undefined;
}

/** The fields of /proc/<pid>/stat from the state on; the name before it may contain anything, even parentheses. */
function statFields(pid: number): readonly string[] | undefined {
  const line = attempt(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  return line?.slice(line.lastIndexOf(")") + 2).split(" ");
}

let system: string | undefined;

/** Equal for two processes that can see each other's pids. */
export function ownSystem(): string {
  system ??= [
    hostname(),
    attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()),
    attempt(() => readlinkSync("/proc/self/ns/pid")),
  ]
    .filter((part) => part !== undefined)
    .join(" ");
  return system;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
