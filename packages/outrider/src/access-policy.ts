import { type AccessRequest, type Caller, type Decision, isToolError, type Policy } from "toolwright";
import type { Sandboxes } from "./sandbox/open-sandboxes.ts";
import type { Shell } from "./shell/shell.ts";
import type { UserConfig } from "./workspace/config/user-config.ts";
import { showPath } from "./workspace/paths/check-path.ts";
import type { ExactApproval } from "./workspace/projects/real-approval.ts";
import type { Reach, Workspace } from "./workspace/projects/open-workspace.ts";

export interface AccessParts {
  readonly workspace: Workspace;
  readonly shell: Pick<Shell, "inspect">;
  readonly sandboxes: Pick<Sandboxes, "state">;
  readonly user: UserConfig;
  readonly readOnly: boolean;
  /** No client stands between the model and the person, so that Outrider itself asks about every change. */
  readonly asksChanges: boolean;
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

/** What the person can do without being asked, in words that name only settings that exist. */
const remedies = {
  write: remedyBy("can add the directory to `security.write_roots`"),
  open: remedyBy("can add it, or a directory above it, to `security.projects`"),
  library: remedyBy("can add it to `security.read_roots`, and you then read its files by their full paths"),
  command: "The person can run the command in a terminal of their own.",
  eachCommand: remedyBy('can run the command in a terminal of their own, or set `security.shell = "ask"`'),
  noCommand: remedyBy('can set `security.shell = "ask"`'),
} as const;

function remedyBy(deed: string): string {
  return `The person ${deed} in the user settings, whose file \`outrider config\` shows.`;
}

/** The same for a connection over which nobody can be asked: what would be asked about is denied, with the reason. */
export function withoutApprovals(policy: Policy, why: string | undefined): Policy {
  if (why === undefined) return policy;
  return async (request) => {
    const decision = await policy(request);
    if (decision.verdict !== "ask") return decision;
    return { ...decision, verdict: "deny", reason: `${decision.reason}, and nobody can be asked: ${why}` };
  };
}

/**
 * Decides when the user is asked. Edits inside the project are an agent's job, and the client may ask about them itself;
 * the user is asked about anything beyond that: other directories, files that run later and dangerous commands.
 */
export function createAccessPolicy(parts: AccessParts): Policy {
  const { workspace, shell, sandboxes, user, readOnly, asksChanges } = parts;
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
      const reason = `the agent wants to read a directory outside of the project: ${place}`;
      return { verdict: "ask", reason, remedy: remedies.library };
    }
    const opens = tool.name === "workspace" && action === "activate" ? (path ?? project) : undefined;
    if (typeof opens === "string") return await decideReach(caller, { kind: "open", path: opens });
    const isPreview = tool.name === "edit_file" && (input["pattern"] ?? input["glob"]) !== undefined;
    if (!asksChanges || !writingTools.has(tool.name) || input["dry_run"] === true || isPreview) return allow;
    return { verdict: "ask", reason: "it changes files of the project" };
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
      if (reached.exact !== undefined) return { verdict: "ask", reason: describeExact(reached.exact) };
      const wish = reach.kind === "open" ? "open a directory outside of the project" : "write outside of the project";
      return { verdict: "ask", reason: `the agent wants to ${wish}: ${place}`, remedy: remedies[reach.kind] };
    } catch (error) {
      // The handler reports this error itself and touches nothing that would need approval here.
      if (isToolError(error)) return allow;
      throw error;
    }
  }

  async function decideCommand({ input, caller }: AccessRequest): Promise<Decision> {
    const { command, cwd, project } = input;
    if (user.security.shell === "deny") {
      return { verdict: "deny", reason: "the user's settings allow no commands", remedy: remedies.noCommand };
    }
    // Without a command, the call is about one that is already running.
    if (typeof command !== "string") return allow;
    if (isAllowedCommand(command, user.security.allow_commands)) return allow;
    if (user.security.shell === "ask-all") {
      const reason = "the user's settings ask about each command";
      return { verdict: "ask", reason, remedy: remedies.eachCommand };
    }
    const isUp = (await sandboxes.state()).name !== "none";
    if (input["outside"] === true && isUp) {
      const reason = "the agent wants to run this command outside of the sandbox";
      return { verdict: "ask", reason, remedy: remedies.command };
    }
    try {
      const found = await workspace.session(caller).project(named(project).project);
      // The real directory: ".." after a symlink does not lead where the path suggests.
      const directory = await found.files.locate(typeof cwd === "string" ? cwd : ".", "list");
      const { reasons, remaining } = await shell.inspect(command, directory.real);
      const asked = [...(user.security.shell === "sandboxed" && isUp ? remaining : reasons)];
      if (asksChanges && !isUp) asked.push("there is no sandbox here that would hold the command back");
      return asked.length > 0 ? { verdict: "ask", reason: asked.join("; "), remedy: remedies.command } : allow;
    } catch (error) {
      return refusal(error);
    }
  }
}

/** What the user allows is meant word by word; after a final ` *` only plain words may follow, and no second command. */
function isAllowedCommand(command: string, allowed: readonly string[]): boolean {
  const given = command.trim();
  return allowed.some((each) => {
    if (!each.endsWith(" *")) return given === each.trim();
    return given.startsWith(each.slice(0, -1)) && /^[\w ./:=@,+-]*$/.test(given);
  });
}

/** A link is shown with its target, since the target is what changes. */
function describeExact({ paths, reason }: ExactApproval): string {
  const [path = "", target] = paths.map(showPath);
  const shown = target === undefined ? path : `${path}, a link to ${target}`;
  return `the agent wants to write ${shown}; ${reason}`;
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
