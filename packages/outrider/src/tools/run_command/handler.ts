import { type Call, ToolError } from "toolwright";
import type { CommandServices } from "./command-services.ts";
import { hasHandles, withHandles } from "../../shell/fill-handles.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Project } from "../../workspace/project.ts";
import { readOnlyError } from "../../workspace/paths/path-policy.ts";
import { answerJob, listJobs, startInBackground } from "./jobs.ts";
import { runToEnd } from "./run.ts";
import type { Input, Output } from "./schema.ts";
import { limitJob, limitTime } from "./time-limit.ts";

/** A command to its end, one in the background, or a word to one that runs. */
export async function handle(input: Input, services: CommandServices, call: Call): Promise<Output> {
  const { command, job, action, background = false } = input;
  if (command !== undefined && (job !== undefined || action !== undefined)) {
    throw new ToolError(
      "invalid_argument",
      "`command` starts something; `job` and `action` are about what runs already. Give one or the other.",
    );
  }
  const limit = limitTime(input.timeout_ms, call.remainingMs());
  if (job !== undefined) return await answerJob(job, action ?? "status", limit, services, call);
  if (action === "status") return listJobs(services, call);
  if (command === undefined) {
    throw new ToolError(
      "no_command",
      "There is nothing to run: give `command`, or the `job` that the action is about.",
      {
        next: { tool: "run_command", input: { action: "status" } },
      },
    );
  }
  const project = await services.workspace.project(input.project);
  if (project.readOnly) throw readOnlyError("No command is run");
  if (!services.shell.isAllowed) {
    throw new ToolError(
      "shell_denied",
      'The user\'s settings allow no commands (`security.shell` is "deny"). Only the person can change that.',
    );
  }
  const place = { cwd: await findDirectory(project, input.cwd), directory: () => project.state.local("commands") };
  if (!background) {
    return await withHandles(command, services.outputs, (filled) =>
      runToEnd({ command, filled, limit, ...place }, services, call),
    );
  }
  if (hasHandles(command)) {
    throw new ToolError(
      "invalid_argument",
      "A handle in a command is a file only while the call lasts; run it without `background`.",
    );
  }
  return await startInBackground({ command, ...place, limit: limitJob(input.timeout_ms) }, services, call);
}

async function findDirectory(project: Project, cwd: string | undefined): Promise<string> {
  if (cwd === undefined || cwd === "") return project.root;
  const located = await project.files.locate(cwd, "list");
  if (located.kind !== "directory") {
    throw new ToolError(
      "no_directory",
      `${showPath(located.shown)} is no directory of the project. Leave \`cwd\` out to run in its root.`,
    );
  }
  if (located.area === "project" || located.area === "approved") return located.real;
  throw new ToolError(
    "outside_project",
    `Commands run inside of the project; ${showPath(located.shown)} is not. Leave \`cwd\` out to run in its root.`,
  );
}
