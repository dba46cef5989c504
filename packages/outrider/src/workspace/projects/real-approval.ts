import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isToolError, ToolError } from "toolwright";
import { checkPath, showPath } from "../paths/check-path.ts";
import type { ExposureJudge } from "../paths/exposure.ts";
import { readOnlyError } from "../paths/path-policy.ts";
import type { Project } from "../project.ts";
import { checkProjectRoot } from "./check-project-root.ts";

/** What the user is to approve: a directory outside or a place in a temp directory, or exactly one path that runs later. */
export interface Approval {
  /** Real path of the directory, or the path itself. */
  readonly root: string;
  readonly exact?: ExactApproval;
}

export interface ExactApproval {
  /** Real paths: the file, and the link that leads to it if the path is one. */
  readonly paths: readonly string[];
  /** Why the user is asked, as a clause. */
  readonly reason: string;
}

/** What the path stands for now, unless it must never be opened. */
export async function realApproval(
  project: Project,
  path: string,
  exposure: Pick<ExposureJudge, "judge">,
): Promise<Approval> {
  if (project.readOnly) throw readOnlyError(`Writing to ${showPath(path)} was not approved`);
  checkPath(path);
  const exact = await exactApproval(project, path);
  if (exact !== undefined) return { root: exact.paths[0] ?? path, exact };
  const real = await realpath(resolve(project.root, path)).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isDirectory()) {
    const inTemp = await placeInTemp(project, path);
    if (inTemp !== undefined) return { root: inTemp };
    throw new ToolError(
      "no_directory",
      `There is no directory ${showPath(path)}. Name the directory that exists above it.`,
    );
  }
  checkProjectRoot(real, exposure);
  return { root: real };
}

/** Undefined if the path is not writable at all, or without asking: then only a directory can be approved. */
async function exactApproval(project: Project, path: string): Promise<ExactApproval | undefined> {
  try {
    const { real, entry, asks: reason } = await project.files.locate(path, "approved-write");
    if (reason === undefined) return undefined;
    return { reason, paths: entry === undefined ? [real] : [entry, real] };
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

/** A file, or what does not exist yet: in a temp directory the directory around it is not the user's alone. */
async function placeInTemp(project: Project, path: string): Promise<string | undefined> {
  try {
    const { area, real } = await project.files.locate(path, "read");
    return area === "temp" ? real : undefined;
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

/** Reported before the user was asked, these errors would reveal to the agent what exists outside the project. */
const toldAfterwards: ReadonlySet<string> = new Set(["denied_path", "no_directory", "protected_path"]);

/** What the user is asked about: what the path stands for, or the path as written if none can be approved. */
export async function askedApproval(
  project: Project,
  path: string,
  exposure: Pick<ExposureJudge, "judge">,
): Promise<Approval> {
  try {
    return await realApproval(project, path, exposure);
  } catch (error) {
    if (isToolError(error) && toldAfterwards.has(error.code)) return { root: resolve(project.root, path) };
    throw error;
  }
}
