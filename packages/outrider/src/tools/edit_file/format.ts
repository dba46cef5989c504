import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import type { FileRow, MatchRow, Output, ReplacePreview } from "./schema.ts";

/** What changed, where it deviates from the request, the diff; or what would be replaced. */
export function format(output: Output): string {
  if (output.preview !== undefined) return showPreview(output, output.preview);
  const { written, files, in_files: inFiles, notes } = output;
  const [only] = files;
  if (only !== undefined && inFiles === 1) {
    const head = `${headOf(only)}${undoOf(output, false)}${written ? "" : "; dry run, nothing written"}`;
    return [head, ...notes, ...showErrors(output), ...(only.diff === "" ? [] : [only.diff])].join("\n");
  }
  const { added, removed } = output;
  const head = `${inFiles} files: +${added} -${removed}${undoOf(output, true)}${written ? "" : "; dry run, nothing written"}`;
  const rows = files.flatMap((file) => [headOf(file), ...(file.diff === "" ? [] : [file.diff])]);
  const more = inFiles - files.length;
  const rest = more > 0 ? [`and ${countOf(more, "more file")}`] : [];
  return [head, ...notes, ...showErrors(output), ...rows, ...rest].join("\n");
}

/** A change of one file is undone as the newest. */
function undoOf({ id }: Output, isSeveral: boolean): string {
  return id === undefined || !isSeveral ? "" : ` (undo ${id})`;
}

function headOf({ path, added, removed, edits }: FileRow): string {
  const lines = [...new Set(edits.map(({ line }) => line))].filter((line) => line > 0);
  const places = edits.reduce((sum, edit) => sum + edit.places, 0);
  const more = lines.length > 10 ? " …" : "";
  const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.slice(0, 10).join(", ")}${more}`;
  const count = lines.length === 0 ? countOf(places, "place") : places === 1 ? where : `${places} places, ${where}`;
  return `${escapeHidden(path)}: +${added} -${removed} (${count})`;
}

function showPreview(
  output: Output,
  { id, matches, in_files: inFiles, files, shown, more_files: more }: ReplacePreview,
): string {
  const { skipped = [], notes } = output;
  const total = `${countOf(matches, "match", "matches")} in ${countOf(inFiles, "file")}`;
  const rest = files.length < inFiles ? [`and ${countOf(more, "more file")}`] : [];
  return [
    `Preview ${id}: ${total}; nothing is written yet.`,
    ...files.flatMap(({ file, count, first, last, matches: rows }) => [
      `${escapeHidden(file)} (${rows.length === count ? count : `${count}: ${first}-${last}`})`,
      ...rows.map(showRow),
    ]),
    ...rest,
    ...(shown < matches
      ? [`[${shown} of ${matches} shown. {"apply":"${id}:41-80","dry_run":true} shows others.]`]
      : []),
    ...skipped.map(
      ({ why, files: named, count }) =>
        `Skipped, ${why}: ${named.map(escapeHidden).join(", ")}${count > named.length ? `, and ${count - named.length} more` : ""}.`,
    ),
    ...showErrors(output),
    ...notes,
    `Write all: {"apply":"${id}"}; some: "${id}:1,4-6"; all but some: "${id}:!3".`,
  ].join("\n");
}

/** Lines are marked as in a diff. */
function showRow({ id, line, before, after }: MatchRow): string {
  const lines = [...before.split("\n").map((each) => `- ${each}`), ...after.split("\n").map((each) => `+ ${each}`)];
  return [` ${id} line ${line}`, ...lines.map((each) => `  ${each}`)].join("\n");
}

function showErrors({ written, new_errors: errors = [] }: Output): readonly string[] {
  if (errors.length === 0) return [];
  return [`New syntax errors${written ? "" : ", if all is written"}:`, ...errors.map((each) => ` ${each}`)];
}
