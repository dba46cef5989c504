import { spawn, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";
import type { ExitInfo, SpawnOptions } from "../tool/process-contract.ts";
import { checkSpawnArguments } from "./check-arguments.ts";
import { buildEnvironment } from "./environment.ts";
import { ownerVariable } from "./owner-tag.ts";
import { describeSpawnError } from "./spawn-error.ts";

/** A requested process; if its start failed, the pid is -1 and `exit` rejects. */
export interface StartedProcess {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exit: Promise<ExitInfo>;
  hasExited(): boolean;
}

/** Starts a process as the leader of its own group and session, with the owner tag in its environment. */
export function startProcess(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
  ownerTag: string,
): StartedProcess {
  checkSpawnArguments(file, args, options);
  const { child, leave } = trySpawn(file, args, options, ownerTag);
  let exited = false;
  const exit = new Promise<ExitInfo>((resolve, reject) => {
    if (child instanceof Error) {
      reject(describeSpawnError(child, file, options.cwd));
      return;
    }
    child.once("error", (error) => {
      if (child.pid === undefined) leave();
      reject(describeSpawnError(error, file, options.cwd));
    });
    child.once("exit", (exitCode, signal) => {
      exited = true;
      leave();
      resolve({ exitCode, signal });
    });
  });
  // A caller that awaits `exit` sees the rejection; without one it must not crash the process.
  exit.catch(() => {});
  if (child instanceof Error || child.pid === undefined)
    return { ...emptyStreams(options), pid: -1, exit, hasExited: () => true };
  return { ...streamsOf(child), pid: child.pid, exit, hasExited: () => exited };
}

function trySpawn(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
  ownerTag: string,
): { readonly child: ChildProcess | Error; leave(): void } {
  const env = buildEnvironment(options, { [ownerVariable]: ownerTag });
  const entered = options.sandbox?.enter({ file, args, env });
  const leave = (): void => entered?.leave();
  const command = entered ?? { file, args, env };
  try {
    const child = spawn(command.file, command.args, {
      cwd: options.cwd,
      env: command.env,
      stdio: [options.stdin ?? "ignore", "pipe", "pipe"],
      // A group to signal as one, and a session without a terminal to ask for passwords on.
      detached: process.platform !== "win32",
      windowsHide: true,
      shell: false,
    });
    return { child, leave };
  } catch (error) {
    leave();
    // Node reports some system failures by throwing and others by an event.
    return { child: error instanceof Error ? error : new Error(String(error)), leave };
  }
}

function streamsOf(child: ChildProcess): Pick<StartedProcess, "stdin" | "stdout" | "stderr"> {
  // The reader may be gone before the writer is done; an unhandled EPIPE would end the host.
  child.stdin?.on("error", () => {});
  return { stdin: child.stdin, stdout: child.stdout ?? Readable.from([]), stderr: child.stderr ?? Readable.from([]) };
}

function emptyStreams(options: SpawnOptions): Pick<StartedProcess, "stdin" | "stdout" | "stderr"> {
  const stdin = options.stdin === "pipe" ? new Writable({ write: (_chunk, _encoding, done) => done() }) : null;
  return { stdin, stdout: Readable.from([]), stderr: Readable.from([]) };
}
