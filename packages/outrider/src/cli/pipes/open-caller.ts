import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, usageError } from "toolwright/cli";
import { systemPrincipal } from "toolwright/process";
import { findStartRoot } from "../../workspace/projects/start-root.ts";
import type { CommandContext } from "../command-context.ts";
import { readProjectFlags } from "../flags.ts";
import { openOrUsageError } from "../open-or-usage-error.ts";
import type { PipeCaller } from "./call-tool.ts";

/** Opens what the commands call, and says how to close it. */
export type OpenCaller = (
  args: Parameters<Command["run"]>[0],
  tell: (text: string) => Promise<void>,
) => Promise<PipeCaller & { close?(): Promise<void> }>;

export interface PipeContext extends Pick<CommandContext, "cwd"> {
  readonly open: OpenCaller;
  /** The project is open already: names can be completed. */
  readonly isWarm?: boolean;
}

/** A kernel for one command, in this process. */
export function createOpenCaller({ cwd, env }: Pick<CommandContext, "cwd" | "env">): OpenCaller {
  return async (args, tell) => {
    const { project, stateDir } = readProjectFlags(args);
    const opened = await openOrUsageError({ project, stateDir, cwd, env, full: true, profile: "full", tell });
    const root = await findStartRoot(project === undefined ? undefined : resolve(cwd, project), cwd);
    const close = async (): Promise<void> => {
      await opened.kernel.close();
      await opened.close();
    };
    if (root === undefined) {
      await close();
      throw usageError(
        `${cwd} is a home directory, a temp directory or a whole disk. Name a directory with code: --project DIR`,
      );
    }
    const caller = { host: "cli", session: randomUUID(), principal: systemPrincipal() };
    return {
      root: await realpath(root),
      call: async (tool, input, options) => await opened.kernel.call(tool, input, { ...options, caller }),
      close,
    };
  };
}
