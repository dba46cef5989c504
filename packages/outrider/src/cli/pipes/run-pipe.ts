import { type CliStreams, runCli, usageError } from "toolwright/cli";
import { createChangesCommand } from "../changes/changes-command.ts";
import type { PipeCaller } from "./call-tool.ts";
import { createPipeCommands } from "./pipe-commands.ts";

/** A command line that was typed elsewhere. */
export interface PipeRequest {
  /** Without the interpreter and the program. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Of the environment only what decides about colours: `NO_COLOR` and `TERM`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** With `isTTY` and `columns` of the terminal there. */
  readonly streams: CliStreams;
}

/** Runs one of the commands for shells with a project that is open already; an abort is a Ctrl-C. Resolves with the exit code. */
export async function runPipe(
  { argv, cwd, env, streams }: PipeRequest,
  caller: PipeCaller,
  signal: AbortSignal,
): Promise<number> {
  const context = { cwd, open: async () => caller, isWarm: caller.isWarm === true };
  return await runCli({
    program: "outrider",
    version: "",
    argv,
    streams,
    env,
    signals: signalsOf(signal),
    kernel: () => {
      throw usageError("Only the commands for shells run here.");
    },
    commands: [...createPipeCommands(context), createChangesCommand(context)],
  });
}

/** The abort as the one signal that a command line listens for. */
function signalsOf(signal: AbortSignal) {
  return {
    on(event: string, listener: () => void) {
      if (event !== "SIGINT") return;
      if (signal.aborted) return listener();
      signal.addEventListener("abort", listener, { once: true });
    },
    off(_event: string, listener: () => void) {
      signal.removeEventListener("abort", listener);
    },
  };
}
