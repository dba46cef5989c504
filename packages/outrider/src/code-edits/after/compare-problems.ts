import type { EditContext } from "../edit-context.ts";
import { judgeFiles, type CheckedFile } from "./judge-files.ts";
import { changeOf, type ComparedFile, type ProblemChange } from "./problem-change.ts";

export type { ProblemChange } from "./problem-change.ts";

export interface ProblemWatch {
  /** To be called once the edit is on disk; `moved` maps old paths to new ones. Throws only if cancelled. */
  compare(moved: ReadonlyMap<string, string>): Promise<ProblemChange>;
}

/**
 * Asks servers about files before an edit, for half of the time; `paths` are relative to the root. A file that does not
 * exist yet has no problems.
 */
export async function watchProblems(
  context: EditContext,
  paths: readonly string[],
  budgetMs: number,
): Promise<ProblemWatch> {
  const startedAt = performance.now();
  const watched = [...new Set(paths)];
  const before = await judgeFiles(context, watched, budgetMs / 2);
  const usedMs = performance.now() - startedAt;
  return {
    async compare(moved) {
      const now = watched.map((path) => ({ path: moved.get(path) ?? path, before: before.get(path) }));
      // Files whose problems before the edit are unknown cannot be compared, so there is no need to ask about them.
      const asked = now.filter((file) => file.before?.state === "known" || file.before?.state === "missing");
      const after = await judgeFiles(
        context,
        asked.map(({ path }) => path),
        Math.max(budgetMs / 2, budgetMs - usedMs),
      );
      return changeOf(now.map(({ path, before: was }): ComparedFile => compared(path, was, after.get(path))));
    },
  };
}

function compared(path: string, before: CheckedFile | undefined, after: CheckedFile | undefined): ComparedFile {
  const was: CheckedFile = before ?? { state: "unsettled", why: "it was not asked about" };
  return { path, before: was, after: after ?? was };
}
