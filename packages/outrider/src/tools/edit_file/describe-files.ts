import { diffLines } from "../../edits/diff.ts";
import type { AppliedEdit } from "../../edits/edit.ts";
import type { ChangedFile } from "../../workspace/writer/writer.ts";
import type { FileRow, Output } from "./schema.ts";

/** A requested diff may be long; one that only confirms is short. */
const wholeDiff = { context: 3, maxLines: 400 };
const writtenDiff = { context: 1, maxLines: 30 };
/** So many written files are named. */
const maxNamed = 20;

/** What became of each file, with diffs as long as there is room. */
export function describeFiles(
  files: readonly ChangedFile[],
  applied: readonly (readonly AppliedEdit[])[],
  { isWhole, hidesSecrets }: { readonly isWhole: boolean; readonly hidesSecrets: boolean },
): Pick<Output, "files" | "in_files" | "added" | "removed"> {
  const { context, maxLines } = isWhole ? wholeDiff : writtenDiff;
  let left = maxLines;
  const rows = files.map(({ path, before, after }, index): FileRow => {
    const diff = diffLines(before?.text ?? "", after?.text ?? "", {
      context,
      maxLines: Math.max(1, left),
      hidesSecrets,
    });
    const isShown = left > 0;
    if (isShown) left -= diff.text.split("\n").length;
    const edits = (applied[index] ?? []).map(({ line, places }) => ({ line, places }));
    return { path, added: diff.added, removed: diff.removed, edits, diff: isShown ? diff.text : "" };
  });
  const sum = (key: "added" | "removed"): number => rows.reduce((total, row) => total + row[key], 0);
  return {
    files: isWhole ? rows : rows.slice(0, maxNamed),
    in_files: rows.length,
    added: sum("added"),
    removed: sum("removed"),
  };
}
