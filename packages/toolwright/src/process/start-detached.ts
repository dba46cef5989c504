import { spawn } from "node:child_process";
import { closeSync, constants, ftruncateSync, fstatSync, openSync } from "node:fs";
import type { ExitInfo } from "../tool/process-contract.ts";
import { buildEnvironment } from "./environment.ts";
import { describeSpawnError } from "./spawn-error.ts";

export interface DetachedOptions {
  /** Beside what is safe to hand on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gets everything the process prints. Emptied first if it is large. */
  readonly logFile: string;
}

export interface DetachedProcess {
  readonly pid: number | undefined;
  /** As long as this process runs. */
  readonly exit: Promise<ExitInfo>;
}

const maxLogBytes = 256 * 1024;

/**
 * Starts a process that outlives this one, and whatever call it was started in: a session of its own, the root of the disk as its
 * directory, and without the tag by which the processes of a call are ended.
 */
export function startDetached(file: string, args: readonly string[], options: DetachedOptions): DetachedProcess {
  const log = openLog(options.logFile);
  try {
    const child = spawn(file, args, {
      cwd: process.platform === "win32" ? undefined : "/",
      env: buildEnvironment({ env: options.env }, {}),
      stdio: ["ignore", log, log],
      detached: true,
      windowsHide: true,
      shell: false,
    });
    child.unref();
    const exit = new Promise<ExitInfo>((resolve, reject) => {
      child.once("error", (error) => reject(describeSpawnError(error, file, undefined)));
      child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
    });
    // Nobody has to wait for it.
    exit.catch(() => {});
    return { pid: child.pid, exit };
  } finally {
    closeSync(log);
  }
}

function openLog(file: string): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  const log = openSync(file, flags, 0o600);
  if (fstatSync(log).size > maxLogBytes) ftruncateSync(log);
  return log;
}
