import { lineOffsets, linesOf } from "./line-offsets.ts";
import type { Range } from "./edit.ts";
import { findWindows } from "./find-windows.ts";
import { countEnds } from "./plain-text.ts";
import { shortLine } from "./visible-text.ts";

const maxWords = 12;
const maxHitsPerWord = 60;
const maxCandidates = 24;
const maxLines = 40;
const shownLines = 12;
const minLikeness = 0.45;
/** Lines without an end in sight are not looked through: a minified file would take seconds. */
const reach = 8_000;

/** The lines that a text that is not there most likely meant, as the file has them, so that the next try can fit. */
export function describeNearest(text: string, range: Range, old: string): string | undefined {
  const wanted = linesOf(old).slice(0, maxLines);
  const best = findByWords(text, range, wanted) ?? findTrimmed(text, range, wanted);
  if (best === undefined) return undefined;
  const firstLine = countEnds(text, 0, best.start) + 1;
  const shown = best.lines.slice(0, shownLines);
  const rows = shown.map((line, index) => `${firstLine + index}\t${shortLine(line)}`);
  const more = linesOf(old).length - shown.length;
  const cut = more > 0 ? `\n(${more} more lines)` : "";
  return `The nearest lines, with their numbers in front:\n${rows.join("\n")}${cut}${describeBlanks(wanted, best.lines)}`;
}

interface Nearest {
  readonly start: number;
  readonly lines: readonly string[];
  readonly likeness: number;
}

/** Cheap first: the longest words of the text vote for places, and only the best of these are compared. */
function findByWords(text: string, range: Range, wanted: readonly string[]): Nearest | undefined {
  const votes = new Map<number, number>();
  for (const { word, line } of rareWords(wanted)) {
    let hits = 0;
    for (let at = text.indexOf(word, range.start); at !== -1 && at < range.end; at = text.indexOf(word, at + 1)) {
      const start = stepBack(text, range, at, line);
      if (start !== undefined) votes.set(start, (votes.get(start) ?? 0) + word.length);
      hits += 1;
      if (hits === maxHitsPerWord) break;
    }
  }
  const candidates = [...votes].sort((left, right) => right[1] - left[1] || left[0] - right[0]).slice(0, maxCandidates);
  let best: Nearest | undefined;
  for (const [start] of candidates) {
    const lines = linesFrom(text, range, start, wanted.length);
    const likeness = likenessOf(wanted, lines);
    if (likeness >= (best?.likeness ?? minLikeness)) {
      if (best === undefined || likeness > best.likeness) best = { start, lines, likeness };
    }
  }
  return best;
}

/** For lines of short words: the same ones but for blanks. */
function findTrimmed(text: string, range: Range, wanted: readonly string[]): Nearest | undefined {
  if (wanted.every((line) => line.trim() === "")) return undefined;
  const searched = text.slice(range.start, range.end);
  const lines = linesOf(searched);
  const [place] = findWindows(lines.map(trim), wanted.map(trim));
  if (place === undefined) return undefined;
  const start = range.start + (lineOffsets(searched)[place] ?? 0);
  return { start, lines: lines.slice(place, place + wanted.length), likeness: 1 };
}

const trim = (line: string): string => line.trim();

interface PlacedWord {
  readonly word: string;
  readonly line: number;
}

function rareWords(lines: readonly string[]): readonly PlacedWord[] {
  const words = new Map<string, number>();
  lines.forEach((line, index) => {
    for (const [word] of line.slice(0, 500).matchAll(/[\p{L}\p{N}_]{3,64}/gu))
      if (!words.has(word)) words.set(word, index);
  });
  return [...words]
    .map(([word, line]) => ({ word, line }))
    .sort((left, right) => right.word.length - left.word.length)
    .slice(0, maxWords);
}

/** The start of the line that is so many lines above the one that holds an offset. */
function stepBack(text: string, range: Range, offset: number, lines: number): number | undefined {
  let start = nearLineStart(text, range, offset);
  for (let count = 0; count < lines && start !== undefined; count += 1) {
    start = start <= range.start ? undefined : nearLineStart(text, range, start - 1);
  }
  return start;
}

function nearLineStart(text: string, range: Range, offset: number): number | undefined {
  const from = Math.max(range.start, offset - reach);
  const at = text.slice(from, offset).lastIndexOf("\n");
  if (at !== -1) return from + at + 1;
  return from === range.start ? from : undefined;
}

function linesFrom(text: string, range: Range, start: number, count: number): readonly string[] {
  return linesOf(text.slice(start, Math.min(range.end, start + count * reach))).slice(0, count);
}

function likenessOf(wanted: readonly string[], lines: readonly string[]): number {
  const each = wanted.map((line, index) => lineLikeness(line.trim(), (lines[index] ?? "").trim()));
  const weights = wanted.map((line) => Math.min(line.trim().length, 120) + 1);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return each.reduce((sum, likeness, index) => sum + likeness * (weights[index] ?? 0), 0) / whole;
}

/** Dice's coefficient over pairs of characters; a line that holds the wanted one is nearly as good. */
function lineLikeness(wanted: string, line: string): number {
  if (wanted === line) return 1;
  if (wanted.length >= 4 && line.includes(wanted)) return 0.95;
  const left = pairsOf(wanted);
  const right = pairsOf(line);
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const pair of left) if (right.has(pair)) common += 1;
  return (2 * common) / (left.size + right.size);
}

function pairsOf(line: string): ReadonlySet<string> {
  const text = line.slice(0, 300).toLowerCase();
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)));
}

/** What the eye cannot see in the lines above. */
function describeBlanks(wanted: readonly string[], lines: readonly string[]): string {
  const index = wanted.findIndex((line, at) => line !== lines[at]);
  const [sent, file] = [wanted[index], lines[index]];
  if (sent === undefined || file === undefined || sent.trim() !== file.trim()) return "";
  return `\nWhitespace differs: \`old_string\` has ${JSON.stringify(shortLine(sent))}, the file ${JSON.stringify(shortLine(file))}.`;
}
