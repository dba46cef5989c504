import { execFile, spawnSync } from "node:child_process";
import { win32 } from "node:path";

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

/** By its full path, so that a `taskkill.exe` in the working directory is never used. */
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
