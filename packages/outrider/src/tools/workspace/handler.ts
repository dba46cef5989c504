import { type Call, ToolError } from "toolwright";
import type { Services } from "../../services.ts";
import type { Project } from "../../workspace/project.ts";
import { readBranch } from "../../workspace/projects/git-places.ts";
import type { ProjectStatus, WorkspaceInput, WorkspaceOutput } from "./schema.ts";

type Needed = Pick<Services, "workspace" | "memoryOf" | "shell">;

export async function handle(
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
    return { action, status: await describe(await workspace.activate(wanted), services, call) };
  }
  return { action, status: await describe(await workspace.project(path ?? named), services, call) };
}

async function describe(
  project: Project,
  { workspace, memoryOf, shell }: Needed,
  { signal, caller }: Pick<Call, "signal" | "caller">,
): Promise<ProjectStatus> {
  const [branch, counted, memories, trash] = await Promise.all([
    readBranch(project.root),
    countFiles(project, signal),
    memoryOf(project).list(signal),
    project.writer.trash(),
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
      .list(caller.session)
      .filter((job) => job.status() === "running")
      .map((job) => `${job.handle} ${job.command}`),
    approvedRoots: [...workspace.approvedRoots(project)],
    trash: trash.length,
    state: project.state.root,
    problems: [...project.configProblems],
  };
}

const mostKinds = 8;

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
  return { files, withheld, kinds: kinds.toSorted((one, other) => other.files - one.files).slice(0, mostKinds) };
}

function definedOnly(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
