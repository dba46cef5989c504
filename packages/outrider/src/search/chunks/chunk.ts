import type { TextLines } from "./text-lines.ts";

/** A part of a text that is found as a unit: whole lines, counted from 0, end exclusive. */
export interface Chunk {
  readonly startLine: number;
  readonly endLine: number;
  /** Offsets of these lines. */
  readonly start: number;
  readonly end: number;
  /** The declaration that it is or is part of: an index into the file's symbols. */
  readonly symbol: number | undefined;
}

/** Parts of at most `maxChars` characters (longer lines stay whole), cut where a statement or a paragraph begins. */
export function splitLines(
  start: number,
  end: number,
  lines: TextLines,
  maxChars: number,
): readonly (readonly [number, number])[] {
  const parts: [number, number][] = [];
  let from = start;
  while (lines.chars(from, end) > maxChars) {
    const cut = findCut(from, end, lines, maxChars);
    parts.push([from, cut]);
    from = cut;
  }
  if (from < end) parts.push([from, end]);
  return parts;
}

/** The least indented line in the last two thirds, preferably after a blank line; the last one of equals. */
function findCut(from: number, end: number, lines: TextLines, maxChars: number): number {
  let best = from + 1;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let line = from + 1; line < end && lines.chars(from, line) <= maxChars; line += 1) {
    if (lines.isBlank(line)) continue;
    const isEarly = lines.chars(from, line) * 3 < maxChars;
    const cost = lines.indent(line) * 2 + (lines.isBlank(line - 1) ? 0 : 3) + (isEarly ? 1_000 : 0);
    if (cost <= bestCost) [best, bestCost] = [line, cost];
  }
  return best;
}
