import { ToolError } from "toolwright";
import type { Position } from "../../lsp/server/language-server.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { lineStarts, withoutEol } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { invalidEdit, type ReadTextEdit } from "./read-workspace-edit.ts";

/** Converts text edits to replacements, in order; throws a ToolError if one is outside the text or two overlap. */
export function toReplacements(
  edits: readonly ReadTextEdit[],
  { text, path }: { readonly text: string; readonly path: string },
): readonly Replacement[] {
  const starts = lineStarts(text);
  const offsetOf = ({ line, character }: Position): number => {
    const start = starts[line];
    // tsserver does not know an empty last line: its inserts at the end of a file are positioned after the last line end.
    if (start !== undefined && start + character === text.length) return text.length;
    const length = start === undefined ? -1 : withoutEol(text.slice(start, starts[line + 1])).length;
    if (start === undefined || character > length) {
      throw invalidEdit(
        `${showPath(path)} has no column ${character + 1} in line ${line + 1}, as if the server had another text of it`,
      );
    }
    return start + character;
  };
  const found = edits.map(({ range, text: added }) => ({
    start: offsetOf(range.start),
    end: offsetOf(range.end),
    text: added,
  }));
  return inOrder(found, path);
}

/** Several inserts at one position keep their order and come before a replacement there. */
export function inOrder(replacements: readonly Replacement[], path: string): readonly Replacement[] {
  const sorted = replacements
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .filter((each, index, all) => !isSame(each, all[index - 1]));
  for (const [index, { start }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before === undefined || start >= before.end) continue;
    throw new ToolError(
      "overlapping_edits",
      `Two edits of the language server change the same text of ${showPath(path)}; nothing was changed.`,
    );
  }
  return sorted;
}

export function replaced(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const each of replacements) {
    parts.push(text.slice(from, each.start), each.text);
    from = each.end;
  }
  return [...parts, text.slice(from)].join("");
}

/** The same change sent twice, as by a server that has a file in two of its projects; inserts are never the same. */
function isSame(one: Replacement, other: Replacement | undefined): boolean {
  return one.end > one.start && one.start === other?.start && one.end === other.end && one.text === other.text;
}
