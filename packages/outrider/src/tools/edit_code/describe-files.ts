import { diffLines, patchHunks } from "../../edits/diff.ts";
import type { TouchedLines } from "../../code-edits/after/format-edited.ts";
import type { ChangedFile } from "../../workspace/writer/writer.ts";
import type { FileRow, Output } from "./schema.ts";

/** A requested diff may be long; one that only confirms is short. */
const wholeDiff = { context: 3, maxLines: 400 };
const shortDiff = { context: 1, maxLines: 30 };
/** This many files are shown with a diff, and this many are named. */
const maxDiffs = 3;
const maxNamed = 12;

interface Described {
  /** All of the diff, as far as it is not too long. */
  readonly isWhole: boolean;
  readonly isBrief?: boolean;
  /** Every file is named; with `isWhole`, each has a patch. */
  readonly forProgram?: boolean;
  readonly hidesSecrets: boolean;
}

export function describeFiles(
  files: readonly ChangedFile[],
  { isWhole, isBrief = false, forProgram = false, hidesSecrets }: Described,
): Pick<Output, "files" | "in_files" | "added" | "removed"> {
  let left = (isWhole ? wholeDiff : shortDiff).maxLines;
  const rows = files.map(({ kind, path, from, before, after }, index): FileRow => {
    const options = { context: isWhole ? 3 : 1, maxLines: Math.max(left, 1), hidesSecrets };
    const { text, added, removed } = diffLines(before?.text ?? "", after?.text ?? "", options);
    const isShown = left > 0 && kind !== "remove" && (isWhole || index < (isBrief && files.length > 1 ? 0 : maxDiffs));
    if (isShown) left -= text.split("\n").length;
    const patch =
      forProgram && isWhole ? { patch: patchHunks(before?.text ?? "", after?.text ?? "", { hidesSecrets }) } : {};
    return { path, kind, ...(from === undefined ? {} : { from }), added, removed, diff: isShown ? text : "", ...patch };
  });
  const sum = (key: "added" | "removed"): number => rows.reduce((total, row) => total + row[key], 0);
  return {
    files: rows.slice(0, isWhole || forProgram ? rows.length : maxNamed),
    in_files: rows.length,
    added: sum("added"),
    removed: sum("removed"),
  };
}

/** Notes of the writer on single files. */
export function notesOf(files: readonly ChangedFile[]): string[] {
  return files.flatMap(({ path, note }) =>
    note === undefined ? [] : [files.length === 1 ? note : `${path}: ${note}`],
  );
}

/** Where a text differs from the previous one: from the first to the last new line. */
export function touchedLines(files: readonly ChangedFile[]): readonly TouchedLines[] {
  return files.flatMap(({ path, before, after }) => {
    if (after === undefined || after.text === before?.text) return [];
    const hunks = diffLines(before?.text ?? "", after.text, { context: 0, maxLines: 10_000 }).text.matchAll(
      /^@@ -\S+ \+(\d+)(?:,(\d+))? @@$/gm,
    );
    const lines = [...hunks].map(([, first = "1", count = "1"]) => {
      const start = Math.max(0, Number(first) - 1);
      return { start, end: start + Number(count) };
    });
    return lines.length === 0 ? [] : [{ path, lines }];
  });
}
