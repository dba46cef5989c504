import type { Jobs } from "./jobs/jobs.ts";
import type { CommandLogs } from "./logs/command-logs.ts";
import type { ShellProgram } from "./shell-program.ts";

export interface DangerReport {
  readonly dangerous: boolean;
  /** What is dangerous about it, shown to the user who is asked. */
  readonly reasons: readonly string[];
  /** Those of the reasons that remain in a sandbox: work in the project may be lost, or a secret in it read. */
  readonly remaining: readonly string[];
}

export interface Shell {
  /** Parses a command line without running anything. Unparsable commands are dangerous. */
  inspect(command: string, cwd: string): Promise<DangerReport>;
  readonly program: ShellProgram;
  /** Variables for every command. */
  readonly environment: Readonly<Record<string, string>>;
  /** False if the user's settings allow no commands at all. */
  readonly isAllowed: boolean;
  readonly logs: CommandLogs;
  readonly jobs: Jobs;
}

/** Opens the output that a handle refers to; `Outputs` implements it. */
export interface StoredOutputs {
  withFile<Value>(handle: string, use: (file: string) => Promise<Value>): Promise<Value>;
}
