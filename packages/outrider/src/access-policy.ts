import { type AccessRequest, type Caller, type Decision, isToolError, type Policy } from "toolwright";
import type { Shell } from "./shell/shell.ts";
import type { UserConfig } from "./workspace/config/user-config.ts";
import { showPath } from "./workspace/paths/check-path.ts";
import type { Reach, Workspace } from "./workspace/projects/open-workspace.ts";

export interface AccessParts {
  readonly workspace: Workspace;
  readonly shell: Pick<Shell, "inspect">;
  readonly user: UserConfig;
  readonly readOnly: boolean;
}

/** Tools that always change something; mixed tools refuse their changing actions themselves. */
const writingTools: ReadonlySet<string> = new Set([
  "approve_write",
  "create_file",
  "delete_file",
  "edit_code",
  "edit_file",
  "move_file",
  "run_command",
]);

const allow: Decision = { verdict: "allow" };

/**
 * Decides when the user is asked. Edits inside the project are an agent's job, and the client may ask about them itself;
 * the user is asked about anything beyond that: other directories and dangerous commands.
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
    const { action, path, project } = input;
    if (tool.name === "approve_write" && typeof path === "string") {
      return await decideReach(caller, { kind: "write", path, ...named(project) });
    }
    if (tool.name === "run_command") return await decideCommand(request);
    if (tool.name === "library" && action === "register" && typeof path === "string") {
      const place = showPath(path);
      return { verdict: "ask", reason: `the agent wants to read a directory outside of the project: ${place}` };
    }
    const opens = tool.name === "workspace" && action === "activate" ? (path ?? project) : undefined;
    return typeof opens === "string" ? await decideReach(caller, { kind: "open", path: opens }) : allow;
  };

  async function decideReach(caller: Caller, reach: Reach): Promise<Decision> {
    try {
      const reached = await workspace.reachOf(caller, reach);
      if (reached.verdict === "free") return allow;
      const place = showPath(reached.root);
      if (reached.verdict === "moved") {
        return {
          verdict: "deny",
          reason: `the path leads to ${place} now, and not where it led when the person was asked; call again`,
        };
      }
      const wish = reach.kind === "open" ? "open a directory outside of the project" : "write outside of the project";
      return { verdict: "ask", reason: `the agent wants to ${wish}: ${place}` };
    } catch (error) {
      // The handler reports this error itself and touches nothing that would need approval here.
      if (isToolError(error)) return allow;
      throw error;
    }
  }

  async function decideCommand({ input, caller }: AccessRequest): Promise<Decision> {
    const { command, cwd, project } = input;
    if (user.security.shell === "deny") return { verdict: "deny", reason: "the user's settings allow no commands" };
    // Without a command, the call is about one that is already running.
    if (typeof command !== "string") return allow;
    if (user.security.shell === "ask-all")
      return { verdict: "ask", reason: "the user's settings ask about each command" };
    try {
      const found = await workspace.session(caller).project(named(project).project);
      // The real directory: ".." after a symlink does not lead where the path suggests.
      const directory = await found.files.locate(typeof cwd === "string" ? cwd : ".", "list");
      const { dangerous, reasons } = await shell.inspect(command, directory.real);
      return dangerous ? { verdict: "ask", reason: reasons.join("; ") } : allow;
    } catch (error) {
      return refusal(error);
    }
  }
}

function named(project: unknown): { readonly project?: string } {
  return typeof project === "string" ? { project } : {};
}

/** A command that cannot be inspected is denied: it could be something else by the time it runs. */
function refusal(error: unknown): Decision {
  if (!isToolError(error)) throw error;
  // The kernel adds the final period.
  return { verdict: "deny", reason: error.message.replace(/\.$/, "") };
}
