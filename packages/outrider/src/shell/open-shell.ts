import type { ProcessScope } from "toolwright";
import type { UserConfig } from "../workspace/config/user-config.ts";
import { createInspector, type InspectorOptions } from "./inspect/inspector.ts";
import { openJobs } from "./jobs/jobs.ts";
import { openCommandLogs } from "./logs/command-logs.ts";
import { shellEnvironment } from "./shell-environment.ts";
import { findShellProgram } from "./shell-program.ts";
import type { Shell } from "./shell.ts";

export interface ShellOptions {
  readonly user: Pick<UserConfig, "security" | "limits">;
  /** Owns the background jobs; closed with the shell. */
  readonly scope: ProcessScope;
  /** Whether the file at an absolute path contains credentials. */
  readonly isSecret: (path: string) => boolean;
  /** Which files run later, as seen from a working directory. */
  readonly askToWrite: InspectorOptions["askToWrite"];
  /** Where commands may write outside the project without asking. */
  readonly tempRoots?: readonly string[];
}

/** Everything that commands need, for all sessions of a server. */
export function openShell(options: ShellOptions): Shell & { close(): Promise<void> } {
  const { user, scope, isSecret, askToWrite, tempRoots } = options;
  const program = findShellProgram();
  const logs = openCommandLogs({ maxBytes: user.limits.command_output_bytes });
  const jobs = openJobs({ scope, logs });
  const temp = tempRoots === undefined ? {} : { temp: tempRoots };
  return {
    inspect: createInspector({ isSecret, askToWrite, isPosix: program.isPosix, ...temp }),
    program,
    environment: shellEnvironment(user.security.shell_env),
    isAllowed: user.security.shell !== "deny",
    logs,
    jobs,
    close: () => jobs.close(),
  };
}
