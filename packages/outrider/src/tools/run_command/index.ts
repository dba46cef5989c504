import { defineTool, type Call, deferred, type ProcessSandbox, ToolError, writes } from "toolwright";
import type { StoredOutputs } from "../../shell/shell.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { readOnlyError } from "../../workspace/paths/path-policy.ts";
import type { Project } from "../../workspace/project.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };
import { answerJob, listJobs, startInBackground } from "./jobs.ts";
import { runToEnd } from "./run.ts";
import { input, output, type Output, type Input } from "./schema.ts";
import { type CommandServices, limitJob, limitTime } from "./time-limit.ts";

export default defineTool({
  name: "run_command",
  description,
  guide,
  input,
  output,
  effects: { ...writes, openWorld: true },
  deadlineMs: 1_800_000,
  longRunning: true,
  examples: [
    { title: "A command", input: { command: "echo hello" } },
    { title: "The background jobs of this session", input: { action: "status" } },
    { title: "A job that is not there", input: { job: "@cmd_aaaaaaaaaaaaaaaa" }, fails: "unknown_job" },
    { title: "Nothing to do", input: {}, fails: "no_command" },
    { title: "A directory that is not there", input: { command: "ls", cwd: "no/such/place" }, fails: "no_directory" },
  ],
  handle,
  format,
});

/** Runs a command to its end or in the background, or controls one that is running. */
async function handle(input: Input, services: CommandServices, call: Call): Promise<Output> {
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
  const inSandbox = sandboxFor(project, input, services, call);
  if (!background) {
    return await withHandles(command, services.outputs, (filled, files) =>
      inSandbox(files, (sandbox) => runToEnd({ command, filled, limit, sandbox, ...place }, services, call)),
    );
  }
  if (hasHandles(command)) {
    throw new ToolError(
      "invalid_argument",
      "A handle in a command is a file only while the call lasts; run it without `background`.",
    );
  }
  const started = deferred<Output>();
  // The sandbox stays open until the job has ended, long after this call.
  inSandbox([], async (sandbox) => {
    const request = { command, ...place, sandbox, limit: limitJob(input.timeout_ms) };
    const { answer, ended } = await startInBackground(request, services, call);
    started.resolve(answer);
    await ended;
  }).catch(started.reject);
  return await started.promise;
}

type InSandbox = <Result>(
  readable: readonly string[],
  work: (sandbox: ProcessSandbox | undefined) => Promise<Result>,
) => Promise<Result>;

/** Runs something in the sandbox of this session, or without one if the user has said so. */
function sandboxFor(project: Project, input: Input, services: CommandServices, call: Call): InSandbox {
  if (input.outside === true) return (_readable, work) => work(undefined);
  const { root } = project;
  return (readable, work) =>
    services.sandboxes.use(
      call.caller.session,
      { root, approved: services.workspace.approvedRoots(project), readable },
      work,
    );
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

/** How it ended, then the output, then where the rest is. */
function format(value: Output): string {
  if (value.jobs !== undefined) return formatJobs(value.jobs);
  const { text = "", notes = [] } = value;
  const end = value.state === "timed_out" ? `${describeEnd(value)}; what it printed so far:` : describeEnd(value);
  return [end, ...notes.map((note) => `note: ${note}`), text, describeRest(value)]
    .filter((part) => part !== "")
    .join("\n");
}

function formatJobs(jobs: NonNullable<Output["jobs"]>): string {
  if (jobs.length === 0) return "No background jobs in this session.";
  return jobs.map(({ job, command, ...rest }) => `${job} ${describeEnd(rest)}: ${oneLine(command)}`).join("\n");
}

function describeEnd({ state, exit_code, signal, seconds = 0, bytes }: Output): string {
  const time = `${seconds.toFixed(1)} s`;
  if (state === "timed_out") return `timed out after ${time}`;
  if (state === "running") return `running for ${time}`;
  if (state === "killed") return `killed after ${time}`;
  if (state === "failed") return `could not be run`;
  const how = typeof exit_code === "number" ? `exit ${exit_code}` : `ended by ${signal ?? "a signal"}`;
  return `${how} in ${time}${bytes === 0 ? ", no output" : ""}`;
}

function describeRest({ shown, state, handle, lines = 0, bytes = 0, left_out_bytes = 0 }: Output): string {
  if (handle === undefined) return "";
  const gap = left_out_bytes === 0 ? "" : `, ${left_out_bytes} bytes in the middle not kept`;
  const whole = `${lines} lines, ${bytes} bytes${gap}`;
  if (state === "running") return `[job ${handle}: ${whole} so far]`;
  if (shown === "whole") return `[${handle}]`;
  return `[Whole output (${whole}): read_file or grep with path ${handle}]`;
}

function oneLine(command: string): string {
  const line = command.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

const outputHandle = /@(?:cmd|out)_[a-z2-7]{16}(?![a-z2-7])/g;

function hasHandles(command: string): boolean {
  return command.match(outputHandle) !== null;
}

/** Replaces each handle by the path of a readable file while `use` runs, which gets the files too. */
async function withHandles<Value>(
  command: string,
  outputs: StoredOutputs,
  use: (command: string, files: readonly string[]) => Promise<Value>,
  files: readonly string[] = [],
): Promise<Value> {
  const [first] = command.match(outputHandle) ?? [];
  if (first === undefined) return await use(command, files);
  return await outputs.withFile(first, async (file) => {
    const filled = command.replaceAll(first, plainPath(file));
    return await withHandles(filled, outputs, use, [...files, file]);
  });
}

// It may be inside any quotes, so nothing in it may have a meaning to a shell.
function plainPath(file: string): string {
  const path = file.replaceAll("\\", "/");
  if (/^[\p{L}\p{N}/._:+-]+$/u.test(path)) return path;
  throw new ToolError(
    "unusable_path",
    "The stored output lies in a directory whose name has blanks or signs, so its handle cannot stand in a command. Use grep or read_file with the handle.",
  );
}
