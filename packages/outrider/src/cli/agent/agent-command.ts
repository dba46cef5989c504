import { basename, join, resolve } from "node:path";
import { type ChatOptions, createChatCommand } from "toolwright/chat";
import type { Command, CommandArguments, OpenedKernel, OpenRequest } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { projectFlags, readProjectFlags } from "../flags.ts";

/** `agent` is a coding agent: a model with Outrider's tools on the current project. */
export function createAgentCommand(context: CommandContext): Command {
  const { cwd, env } = context;
  const options: ChatOptions = {
    name: "agent",
    usage: "[TASK | -]",
    summary: "Let a model work on the current project with these tools",
    program: "outrider",
    kernel: (request) => openProject(context, request),
    flags: projectFlags,
    cwd,
    env,
    modelVariable: "OUTRIDER_MODEL",
    // Packages of a project are its own code, which nobody has agreed to run.
    packageDirectories: [],
    threadDirectory: (args) => findThreadDirectory(context, args),
    untrustedDirectory: (args) => findRoot(context, args),
  };
  return createChatCommand(options);
}

async function openProject({ cwd, env }: CommandContext, request: OpenRequest): Promise<OpenedKernel> {
  const choice = readProjectFlags(request);
  // Loaded lazily: help and usage errors must not wait for code that only tools need.
  const [{ openOrUsageError }, { instructions }, { default: codingPrompt }] = await Promise.all([
    import("../open-or-usage-error.ts"),
    import("../../serve/instructions.ts"),
    import("./coding-prompt.md"),
  ]);
  // An agent without tools of its own needs all of them, whatever a client with its own is shown.
  const profile = choice.profile ?? "full";
  const opened = await openOrUsageError({
    ...choice,
    profile,
    cwd,
    env,
    full: request.full,
    tell: request.tell,
    // Other clients ask about edits and commands themselves.
    asksChanges: true,
  });
  return { ...opened, instructions: `${codingPrompt.trim()}\n\n${instructions[profile]}` };
}

/** With the user, not in the project: a repository that brings a thread could bring decisions that nobody has made. */
async function findThreadDirectory({ cwd }: CommandContext, args: CommandArguments): Promise<string> {
  const [root, { userStateDirectory }, { shortHash }] = await Promise.all([
    findRoot({ cwd }, args),
    import("../../workspace/projects/user-state-directory.ts"),
    import("../../workspace/projects/state-directory.ts"),
  ]);
  const { stateDir } = readProjectFlags(args);
  const state = stateDir === undefined ? userStateDirectory() : resolve(cwd, stateDir);
  return join(state, "threads", `${basename(root)}-${shortHash(root)}`);
}

async function findRoot({ cwd }: Pick<CommandContext, "cwd">, args: CommandArguments): Promise<string> {
  const { projectRootFor } = await import("../../workspace/projects/start-root.ts");
  const { project } = readProjectFlags(args);
  return await projectRootFor(project === undefined ? undefined : resolve(cwd, project), cwd);
}
