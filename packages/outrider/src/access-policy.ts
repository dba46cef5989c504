import { resolve } from "node:path";
import type { AccessRequest, Decision, Policy } from "toolwright";
import type { Shell } from "./shell/shell.ts";
import type { UserConfig } from "./workspace/config/user-config.ts";
import type { Workspace } from "./workspace/projects/open-workspace.ts";

export interface AccessParts {
  readonly workspace: Workspace;
  readonly shell: Pick<Shell, "inspect">;
  readonly user: UserConfig;
  readonly readOnly: boolean;
}

/** Tools that do nothing but change things; the mixed ones refuse by themselves what changes something. */
const writingTools: ReadonlySet<string> = new Set([
  "approve_write",
  "create_file",
  "delete_file",
  "edit_file",
  "move_file",
  "run_command",
]);

const allow: Decision = { verdict: "allow" };

/**
 * When the person is asked. Edits inside the project are what an agent is for, and the client has its own say about them;
 * asked is what reaches further: other directories, dangerous commands.
 */
export function createAccessPolicy({ workspace, shell, user, readOnly }: AccessParts): Policy {
  return async (request) => {
    const { tool, input, caller } = request;
    if (readOnly && writingTools.has(tool.name)) {
      return {
        verdict: "deny",
        reason: "Outrider runs in read-only mode; only the person who started it can lift that",
      };
    }
    if (tool.name === "approve_write") {
      return { verdict: "ask", reason: "the agent wants to write outside of the project" };
    }
    if (tool.name === "run_command") return await decideCommand(request);
    const { action, path, project } = input;
    const opens = tool.name === "workspace" && action === "activate" ? (path ?? project) : undefined;
    if (typeof opens !== "string" || (await isTrusted(caller, opens))) return allow;
    return { verdict: "ask", reason: "the agent wants to open a directory outside of the project" };
  };

  /** What does not exist is no question for a person: the handler explains it. */
  async function isTrusted(caller: AccessRequest["caller"], path: string): Promise<boolean> {
    return await workspace.isTrusted(caller, path).catch(() => true);
  }

  async function decideCommand({ input, caller }: AccessRequest): Promise<Decision> {
    const { command, cwd, project } = input;
    if (user.security.shell === "deny") return { verdict: "deny", reason: "the user's settings allow no commands" };
    // Without a command it is about one that runs already.
    if (typeof command !== "string") return allow;
    if (user.security.shell === "ask-all")
      return { verdict: "ask", reason: "the user's settings ask about each command" };
    const session = workspace.session(caller);
    const root = await session.project(typeof project === "string" ? project : undefined).then(
      (found) => found.root,
      () => undefined,
    );
    if (root === undefined) return allow;
    const { dangerous, reasons } = await shell.inspect(command, resolve(root, typeof cwd === "string" ? cwd : "."));
    return dangerous ? { verdict: "ask", reason: reasons.join("; ") } : allow;
  }
}
