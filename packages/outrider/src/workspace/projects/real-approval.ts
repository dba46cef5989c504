import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isToolError, ToolError } from "toolwright";
import { checkPath, showPath } from "../paths/check-path.ts";
import type { ExposureJudge } from "../paths/exposure.ts";
import { readOnlyError } from "../paths/path-policy.ts";
import type { Project } from "../project.ts";
import { checkProjectRoot } from "./check-project-root.ts";

/** The real directory, or the place in a temp directory, that the user is to approve for writing, unless it must never be opened. */
export async function realApproval(
  project: Project,
  path: string,
  exposure: Pick<ExposureJudge, "judge">,
): Promise<string> {
  if (project.readOnly) throw readOnlyError(`Writing to ${showPath(path)} was not approved`);
  checkPath(path);
  const real = await realpath(resolve(project.root, path)).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isDirectory()) {
    const inTemp = await placeInTemp(project, path);
    if (inTemp !== undefined) return inTemp;
    throw new ToolError(
      "no_directory",
      `There is no directory ${showPath(path)}. Name the directory that exists above it.`,
    );
  }
  checkProjectRoot(real, exposure);
  return real;
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

/** The place that the user is asked about: the real directory, or the path as written if none can be approved. */
export async function askedApproval(
  project: Project,
  path: string,
  exposure: Pick<ExposureJudge, "judge">,
): Promise<string> {
  try {
    return await realApproval(project, path, exposure);
  } catch (error) {
    if (isToolError(error) && toldAfterwards.has(error.code)) return resolve(project.root, path);
    throw error;
  }
}
