import { realpath, stat } from "node:fs/promises";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { createExposureJudge, type ExposureJudge } from "../paths/exposure.ts";
import { checkProjectRoot } from "./check-project-root.ts";
import { findRepository } from "./git-places.ts";

/** The named directory, or the repository around the current one, or the current one itself. */
export async function projectRootFor(named: string | undefined, cwd: string): Promise<string> {
  return named ?? (await findRepository(cwd)) ?? cwd;
}

/**
 * Where Outrider starts. A named directory must be usable. Clients often start servers in a home directory or at the
 * root of the disk; then there is no project until one is activated.
 */
export async function findStartRoot(
  named: string | undefined,
  cwd: string,
  exposure: Pick<ExposureJudge, "judge"> = createExposureJudge(),
): Promise<string | undefined> {
  const wanted = await projectRootFor(named, cwd);
  const real = await realpath(wanted).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isDirectory()) {
    throw new ToolError("no_directory", `There is no directory ${showPath(wanted)}.`);
  }
  try {
    checkProjectRoot(real, exposure);
    return real;
  } catch (error) {
    if (named !== undefined) throw error;
    // A repository of the whole home is too wide, but the current directory may do.
    return wanted === cwd ? undefined : await findStartRoot(cwd, cwd, exposure).catch(() => undefined);
  }
}
