import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type { Readable, Writable } from "node:stream";
import type { ExitInfo, ProcessSandbox, ProcessScope, RunningProcess, SpawnOptions } from "toolwright";
import { settleWithin } from "toolwright/process";
import { ServerError } from "../wire/connection.ts";
import type { WantedServer } from "./language-server.ts";
import { createServerLog, type ServerLog } from "./server-log.ts";

export interface ServerProcess {
  readonly pid: number;
  /** It sees no process but its own. */
  readonly sandboxed: boolean;
  readonly input: Writable;
  readonly output: Readable;
  readonly log: ServerLog;
  /** How it ended, in words; resolves when all of its stderr is in the log. Never rejects. */
  readonly exit: Promise<string>;
  /** Ends the whole process tree. Never rejects. */
  kill(): Promise<void>;
}

/** A loading server uses all cores; calls that wait for an answer come first. */
const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;
const niceProgram = "/usr/bin/nice";

/** Time for output written just before the exit. */
const drainMs = 250;

export interface SpawnServerOptions {
  readonly processes: ProcessScope;
  readonly grace: number;
  readonly sandbox: ProcessSandbox | undefined;
}

/** Starts the program of a server. Rejects with the reason if the system refuses. */
export async function spawnServer(
  wanted: WantedServer,
  { processes, grace, sandbox }: SpawnServerOptions,
): Promise<ServerProcess> {
  const running = spawn(wanted, { processes, grace, sandbox });
  const { pid, stdin, stdout, stderr } = running;
  // Only the exit tells why there is no pid.
  if (pid < 0) throw cannotStart(wanted, await running.exit.then(describeExit, describeFailure));
  if (stdin === null) throw cannotStart(wanted, "it has no input");
  if (sandbox === undefined) yieldToOthers(pid);
  const log = createServerLog();
  stderr.on("data", (chunk: Buffer) => log.addChunk(chunk));
  stderr.on("error", () => {});
  const drained = new Promise<void>((resolve) => stderr.once("close", resolve));
  const exit = running.exit.then(describeExit, describeFailure).then(async (words) => {
    await settleWithin(drained, drainMs);
    return words;
  });
  let killing: Promise<void> | undefined;
  return {
    pid,
    sandboxed: sandbox !== undefined,
    input: stdin,
    output: stdout,
    log,
    exit,
    kill() {
      killing ??= running.kill().then(
        () => {},
        () => {},
      );
      return killing;
    },
  };
}

function spawn(
  { spec, file, args, env, root }: WantedServer,
  { processes, grace, sandbox }: SpawnServerOptions,
): RunningProcess {
  const options: SpawnOptions = { cwd: root, env: { ...spec.env, ...env }, stdin: "pipe", graceMs: grace };
  try {
    if (sandbox === undefined) return processes.spawn(file, args, options);
    // Between the process that we know and the server is the sandbox.
    const words = existsSync(niceProgram) ? [niceProgram, "-n", String(lowPriority), file, ...args] : [file, ...args];
    const [first = file, ...rest] = words;
    return processes.spawn(first, rest, { ...options, sandbox });
  } catch (error) {
    throw cannotStart({ spec }, describeFailure(error));
  }
}

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, lowPriority);
  } catch {
    // It has exited, or the system refuses; then it keeps its normal priority.
  }
}

function cannotStart({ spec }: Pick<WantedServer, "spec">, why: string): ServerError {
  return new ServerError("closed", `${spec.title} could not be started: ${why}`);
}

function describeExit({ exitCode, signal }: ExitInfo): string {
  return signal === null ? `it exited with code ${exitCode}` : `it was ended by ${signal}`;
}

function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
