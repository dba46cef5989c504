import type { EditTarget, Match, Range } from "./edit.ts";
import { isIndentationMeaning } from "./indentation.ts";
import { lineOffsets, linesOf } from "./line-offsets.ts";
import { countEnds } from "./plain-text.ts";
import { findWindows } from "./find-windows.ts";
import { indentOf, reindentAs } from "./re-indent.ts";

export interface TolerantMatch {
  readonly match: Match | undefined;
  readonly notes: readonly string[];
  /** First lines, from 1, of the places that fit but for blanks when none of them could be taken. */
  readonly lines: readonly number[];
}

const nothing: TolerantMatch = { match: undefined, notes: [], lines: [] };

/**
 * Whole lines that are the same but for blanks at their ends, and for indentation where that has no meaning; of several
 * places the one that holds `line`, from 1.
 */
export function findTolerant(target: EditTarget, range: Range, old: string, line: number | undefined): TolerantMatch {
  const oldLines = linesOf(old);
  if (oldLines.every((line) => line.trim() === "")) return nothing;
  const key = isIndentationMeaning(target.path) ? trimEnd : trim;
  const searched = target.text.slice(range.start, range.end);
  const offsets = lineOffsets(searched);
  const lines = linesOf(searched);
  const firstLine = countEnds(target.text, 0, range.start) + 1;
  const [keys, oldKeys] = [lines.map(key), oldLines.map(key)];
  const near = line === undefined ? undefined : { from: line - firstLine - oldLines.length + 1, to: line - firstLine };
  const places = findWindows(keys, oldKeys, near);
  const [place] = places;
  if (place === undefined || places.length > 1) {
    const all = near === undefined ? places : findWindows(keys, oldKeys);
    return { ...nothing, lines: all.map((each) => firstLine + each) };
  }
  const taken = [firstLine + place];

  const fileLines = lines.slice(place, place + oldLines.length);
  const adapt = reindentAs(oldLines, fileLines);
  if (adapt === undefined) return { ...nothing, lines: taken };
  const start = range.start + (offsets[place] ?? 0);
  const textEnd = start + fileLines.join("\n").length;
  const end = old.endsWith("\n") ? Math.min(textEnd + 1, range.end) : textEnd;
  const missingEnd = old.endsWith("\n") && end === textEnd;
  const last = firstLine + place + oldLines.length - 1;
  const where = oldLines.length === 1 ? `line ${last}` : `lines ${firstLine + place}–${last}`;
  const isShifted = oldLines.some(
    (line, index) => indentOf(line) !== indentOf(fileLines[index] ?? "") && line.trim() !== "",
  );
  const shift = isShifted ? "; `new_string` was indented as the file is" : "";
  const note = `\`old_string\` matches ${where} except for whitespace${shift}.`;
  return {
    match: { start, end, adapt: (text) => (missingEnd ? adapt(text).replace(/\n$/, "") : adapt(text)) },
    notes: [note],
    lines: [],
  };
}

const trim = (line: string): string => line.trim();
const trimEnd = (line: string): string => line.trimEnd();
