import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/count-of.ts";
import type { FoundFile, Output } from "./schema.ts";

/** Grouped by file: a path on every line would be most of the tokens. */
export function format(output: Output): string {
  return [...head(output), ...output.files.flatMap(showFile), ...tail(output), ...output.notes].join("\n");
}

function head({ matches, in_files, files, searched, more, overflow }: Output): string[] {
  if (in_files === 0)
    return [
      searched === undefined
        ? "No matches."
        : `No matches in ${more === true ? "more than " : ""}${countOf(searched, "file")}.`,
    ];
  if (files.length === 0) return [`Nothing here: ${overflow?.hint ?? ""}`];
  if (matches === undefined) return [`${countOf(in_files, "file")}:`];
  return [`${countOf(matches, "match", "matches")} in ${countOf(in_files, "file")}:`];
}

function showFile({ file, count, lines, problem }: FoundFile): string[] {
  const name = escapeHidden(file);
  if (problem !== undefined) return [`${name} (${problem})`];
  if (lines === undefined) return [count === undefined ? name : `${name}: ${count}`];
  const shown: string[] = [name];
  let last: number | undefined;
  const hasContext = lines.some(({ match }) => !match);
  for (const { line, text, match } of lines) {
    if (hasContext && last !== undefined && line > last + 1) shown.push("--");
    shown.push(`${line}${match ? ":" : "-"}${text}`);
    last = line;
  }
  return shown;
}

const shownRows = 8;

function tail({ files, overflow }: Output): string[] {
  if (overflow === undefined || files.length === 0) return [];
  const next = overflow.next_offset === undefined ? "" : ` Next: offset ${overflow.next_offset}.`;
  const rows = overflow.by_file ?? [];
  const others = rows.length - shownRows + (overflow.other_files ?? 0);
  const most = rows.slice(0, shownRows).map(({ file, count }) => `${escapeHidden(file)} ${count}`);
  const spread =
    rows.length < 2 ? "" : ` Most in: ${most.join(", ")}${others > 0 ? `, and ${countOf(others, "file")} more` : ""}.`;
  return [`[${overflow.shown} of ${overflow.total} shown.${next} ${overflow.hint}${spread}]`];
}
