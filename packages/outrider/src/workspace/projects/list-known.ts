import { basename } from "node:path";
import type { Project } from "../project.ts";
import { findSubprojects } from "./find-subprojects.ts";
import { findWorktrees, readBranch } from "./git-places.ts";
import type { KnownProject } from "./session-workspace.ts";

export interface KnownPlaces {
  readonly active: string | undefined;
  readonly opened: ReadonlySet<string>;
  readonly projects: ReadonlyMap<string, { readonly project: Project }>;
}

/** The projects available to this session: those it has opened, and the worktrees and sub-projects of the active project. */
export async function listKnownProjects(
  { active, opened, projects }: KnownPlaces,
  options: { startRoot: string | undefined; signal: AbortSignal; open: (root: string) => Promise<Project> },
): Promise<readonly KnownProject[]> {
  const known = new Map<string, KnownProject>();
  const add = (project: Omit<KnownProject, "active" | "open">): void => {
    if (known.has(project.root)) return;
    known.set(project.root, { ...project, active: project.root === active, open: projects.has(project.root) });
  };
  for (const root of new Set([options.startRoot, active, ...opened])) {
    if (root === undefined) continue;
    const { name } = await options.open(root);
    add({ root, name, kind: "project", ...(await branchOf(root)) });
  }
  if (active === undefined) return [...known.values()];
  for (const { root, branch } of await findWorktrees(active)) {
    add({ root, name: basename(root), kind: "worktree", ...(branch === undefined ? {} : { branch }) });
  }
  for (const each of await findSubprojects(await options.open(active), options.signal)) {
    add({ ...each, kind: "subproject" });
  }
  return [...known.values()];
}

async function branchOf(root: string): Promise<{ branch?: string }> {
  const branch = await readBranch(root);
  return branch === undefined ? {} : { branch };
}
