import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { Located } from "../paths/located.ts";
import type { ProjectFiles } from "../project.ts";

const mostEntries = 200_000;

/**
 * Files are withheld by their names, and some names only count below a certain directory, such as `.aws/credentials`: a
 * directory must not be renamed so that what is in it loses its protection.
 */
export async function refuseUnmasking(
  { judge }: Pick<ProjectFiles, "judge">,
  from: Located,
  to: Located,
  signal: AbortSignal,
): Promise<void> {
  if (from.kind !== "directory" || from.entry !== undefined) return;
  const entries = await readdir(from.real, { recursive: true, withFileTypes: true });
  signal.throwIfAborted();
  if (entries.length > mostEntries) {
    throw new ToolError(
      "too_large",
      `${showPath(from.shown)} holds ${entries.length} entries, too many to look through before it is moved.`,
    );
  }
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const below = relative(from.real, join(entry.parentPath, entry.name));
    if (judge(join(from.real, below)) === "open" || judge(join(to.real, below)) !== "open") continue;
    throw new ToolError(
      "secret_file",
      `${showPath(from.shown)} was not moved: it holds credentials or secrets that would lose their protection under the new name.`,
    );
  }
}
