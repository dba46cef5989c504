import type { EditTarget, Match, Range } from "./edit.ts";
import { isIndentationMeaning } from "./indentation.ts";
import { lineOffsets, linesOf } from "./line-offsets.ts";
import { countEnds } from "./plain-text.ts";
import { indentOf, reindentAs } from "./re-indent.ts";

export interface TolerantMatch {
  readonly match: Match | undefined;
  readonly notes: readonly string[];
  /** First lines, from 1, of the places that fit but for blanks when none of them could be taken. */
  readonly lines: readonly number[];
}

const maxComparisons = 2_000_000;
const maxPlaces = 12;
const nothing: TolerantMatch = { match: undefined, notes: [], lines: [] };

/** Whole lines that are the same but for blanks at their ends, and for indentation where that has no meaning. */
export function findTolerant(target: EditTarget, range: Range, old: string): TolerantMatch {
  const oldLines = linesOf(old);
  if (oldLines.every((line) => line.trim() === "")) return nothing;
  const key = isIndentationMeaning(target.path) ? trimEnd : trim;
  const searched = target.text.slice(range.start, range.end);
  const offsets = lineOffsets(searched);
  const lines = linesOf(searched);
  const places = findWindows(lines.map(key), oldLines.map(key));
  const firstLine = countEnds(target.text, 0, range.start) + 1;
  const taken = places.map((place) => firstLine + place);
  const [place] = places;
  if (place === undefined || places.length > 1) return { ...nothing, lines: taken };

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

/** Where the wanted lines are; looked for around the one that is rarest. */
function findWindows(lines: readonly string[], wanted: readonly string[]): readonly number[] {
  const counts = new Map<string, number>(wanted.map((line) => [line, 0]));
  for (const line of lines) {
    const count = counts.get(line);
    if (count !== undefined) counts.set(line, count + 1);
  }
  const rarity = (line: string): number => counts.get(line) ?? 0;
  const rarest = wanted.reduce((best, line, index) => (rarity(line) < rarity(wanted[best] ?? "") ? index : best), 0);
  const places: number[] = [];
  let comparisons = 0;
  for (let at = lines.indexOf(wanted[rarest] ?? ""); at !== -1; at = lines.indexOf(wanted[rarest] ?? "", at + 1)) {
    const start = at - rarest;
    let same = 0;
    while (same < wanted.length && lines[start + same] === wanted[same]) same += 1;
    comparisons += same + 1;
    if (same === wanted.length) places.push(start);
    if (places.length >= maxPlaces || comparisons > maxComparisons) break;
  }
  return comparisons > maxComparisons ? [] : places;
}

const trim = (line: string): string => line.trim();
const trimEnd = (line: string): string => line.trimEnd();
