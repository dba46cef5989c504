import { join } from "node:path";
import { defineTool, escapeHidden, type Call, ToolError, writes } from "toolwright";
import * as z from "zod";
import type { Services } from "../../services.ts";
import type { Project } from "../../workspace/project.ts";
import { readBranch } from "../../workspace/projects/git-places.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { projectField } from "../fields.ts";
import { projectStateSchema, readProjectState, showIndexState, showServers } from "../project-state.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

const input = z.strictObject({
  action: z.enum(["status", "list", "activate"]).optional().describe("Default: status"),
  path: z.string().optional().describe("Directory or name of the project to activate"),
  ...projectField,
});

const known = z.strictObject({
  name: z.string(),
  root: z.string(),
  kind: z.enum(["project", "worktree", "subproject"]),
  active: z.boolean(),
  open: z.boolean(),
  manifest: z.string().optional(),
  branch: z.string().optional(),
});

const status = z.strictObject({
  name: z.string(),
  root: z.string(),
  branch: z.string().optional(),
  readOnly: z.boolean(),
  files: z.int(),
  /** File types by extension, most frequent first. */
  kinds: z.array(z.strictObject({ ending: z.string(), files: z.int() })),
  withheld: z.int(),
  commands: z.record(z.string(), z.string()),
  memories: z.int(),
  staleMemories: z.array(z.string()),
  jobs: z.array(z.string()),
  approvedRoots: z.array(z.string()),
  trash: z.int(),
  state: z.string(),
  indexed: projectStateSchema,
  problems: z.array(z.string()),
});

const output = z.strictObject({
  action: z.enum(["status", "list", "activate"]),
  status: status.optional(),
  projects: z.array(known).optional(),
});

type WorkspaceInput = z.infer<typeof input>;

type WorkspaceOutput = z.infer<typeof output>;

type ProjectStatus = z.infer<typeof status>;

type Needed = Pick<Services, "workspace" | "memoryOf" | "shell" | "symbolsOf" | "serversOf" | "lastSearchStatus">;

const maxKinds = 8;

export default defineTool({
  name: "workspace",
  description,
  guide,
  input,
  output,
  effects: { ...writes, destructive: false, idempotent: true },
  deadlineMs: 60_000,
  examples: [
    { title: "What is open", input: { action: "status" } },
    { title: "What could be opened", input: { action: "list" } },
    { title: "No such directory", input: { action: "activate", path: "no/such/directory" }, fails: "unknown_project" },
  ],
  handle,
  format,
});

async function handle(
  { action = "status", path, project: named }: WorkspaceInput,
  services: Needed,
  call: Pick<Call, "signal" | "caller">,
): Promise<WorkspaceOutput> {
  const { workspace } = services;
  if (action === "list") return { action, projects: [...(await workspace.known(call.signal))] };
  if (action === "activate") {
    const wanted = path ?? named;
    if (wanted === undefined) {
      throw new ToolError("no_path", "activate needs `path`: the directory or the name of a project.", {
        next: { tool: "workspace", input: { action: "list" } },
      });
    }
    return { action, status: await describeProject(await workspace.activate(wanted), services, call) };
  }
  return { action, status: await describeProject(await workspace.project(path ?? named), services, call) };
}

async function describeProject(
  project: Project,
  services: Needed,
  { signal, caller }: Pick<Call, "signal" | "caller">,
): Promise<ProjectStatus> {
  const { workspace, memoryOf, shell } = services;
  const [branch, counted, memories, trash, indexed] = await Promise.all([
    readBranch(project.root),
    countFiles(project, signal),
    memoryOf(project).list(signal),
    project.writer.trash(),
    readProjectState(project, services),
  ]);
  return {
    name: project.name,
    root: project.root,
    ...(branch === undefined ? {} : { branch }),
    readOnly: project.readOnly,
    ...counted,
    commands: definedOnly(project.config.commands),
    memories: memories.length,
    staleMemories: memories.filter((memory) => memory.stale.length > 0).map((memory) => memory.topic),
    jobs: shell.jobs
      .list(caller)
      .filter((job) => job.status() === "running")
      .map((job) => `${job.handle} ${job.command}`),
    approvedRoots: [...workspace.approvedRoots(project)],
    trash: trash.length,
    state: project.state.root,
    indexed,
    problems: [
      ...project.configProblems.map((problem) => `project.toml: ${problem}`),
      ...(await project.state.problems()),
    ],
  };
}

async function countFiles(
  project: Project,
  signal: AbortSignal,
): Promise<Pick<ProjectStatus, "files" | "kinds" | "withheld">> {
  const byEnding = new Map<string, number>();
  let files = 0;
  let withheld = 0;
  for await (const { path, exposure } of project.files.walk(await project.files.locate(".", "list"), { signal })) {
    files += 1;
    if (exposure !== "open") withheld += 1;
    const ending = /[^/.]\.(\w{1,12})$/.exec(path)?.[1] ?? "other";
    byEnding.set(ending, (byEnding.get(ending) ?? 0) + 1);
  }
  const kinds = [...byEnding].map(([ending, count]) => ({ ending, files: count }));
  return { files, withheld, kinds: kinds.toSorted((one, other) => other.files - one.files).slice(0, maxKinds) };
}

function definedOnly(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** Short lines; omits what is empty or normal. */
function format({ status, projects }: WorkspaceOutput): string {
  return status === undefined ? formatList(projects ?? []) : formatStatus(status);
}

function formatStatus(status: ProjectStatus): string {
  const { kinds, commands, staleMemories, jobs, approvedRoots, problems } = status;
  const lines = [
    `${status.name}: ${status.root}`,
    status.branch === undefined ? "" : `branch ${status.branch}`,
    status.readOnly ? "read-only: nothing can be changed or run" : "",
    `${countOf(status.files, "file")}: ${kinds.map(({ ending, files }) => `${ending} ${files}`).join(", ")}`,
    status.withheld === 0
      ? ""
      : `withheld or masked because of credentials or secrets: ${countOf(status.withheld, "file")}`,
    showIndexState(status.indexed, Date.now()),
    showServers(status.indexed),
    ...Object.entries(commands).map(([name, command]) => `${name}: ${command}`),
    status.memories === 0
      ? "no memories yet; onboarding writes the first"
      : `memories: ${status.memories}${staleMemories.length === 0 ? "" : `, stale: ${staleMemories.join(", ")}`}`,
    jobs.length === 0 ? "" : `running commands: ${jobs.join(", ")}`,
    approvedRoots.length === 0 ? "" : `also writable: ${approvedRoots.join(", ")}`,
    status.trash === 0 ? "" : `to restore from the trash: ${status.trash}`,
    status.state === join(status.root, ".outrider") ? "" : `state kept in ${status.state}`,
    ...problems,
  ];
  return joinLines(lines.filter((line) => line !== ""));
}

function formatList(projects: NonNullable<WorkspaceOutput["projects"]>): string {
  if (projects.length === 0) return "No project is open.";
  return joinLines(
    projects.map(({ name, root, kind, active, open, manifest, branch }) => {
      const facts = [
        kind === "project" ? "" : kind,
        manifest ?? "",
        branch === undefined ? "" : `branch ${branch}`,
        open && !active ? "open" : "",
      ];
      const told = facts.filter((fact) => fact !== "").join(", ");
      return `${active ? "* " : "  "}${name}${kind === "subproject" ? "" : `: ${root}`}${told === "" ? "" : ` (${told})`}`;
    }),
  );
}

/** Names come from the disk: each stays on its own line. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line) => escapeHidden(line)).join("\n");
}
