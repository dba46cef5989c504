import { ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import { hasHalfCharacter } from "../workspace/text/visible-text.ts";
import type { EditTarget, Match, Range } from "./edit.ts";
import { lineStartAt, nextLineAt } from "./line-offsets.ts";
import { describeNearest } from "./nearest-lines.ts";
import { countEnds } from "./plain-text.ts";
import { otherReadings, type Reading } from "./readings.ts";
import { findTolerant } from "./tolerant-match.ts";
import { quoted } from "./visible-text.ts";

export interface Matches {
  readonly matches: readonly Match[];
  readonly notes: readonly string[];
}

export interface Wanted {
  readonly old: string;
  /** Only to tell when the change seems to be made already. */
  readonly new: string;
  readonly all: boolean;
  /** Of several places the one in this line, from 1. */
  readonly line: number | undefined;
}

const maxListed = 12;
/** All of them are changed, and compared with what was there, without a pause. */
const maxPlaces = 20_000;

/** Finds the place that is meant, to the letter if it is there, else as near as only one reading allows. */
export function locateText(target: EditTarget, range: Range, wanted: Wanted): Matches {
  const exact = findAll(target.text, range, wanted.old);
  if (exact.length > 0) return { matches: chooseExact(target, range, wanted, exact), notes: [] };
  for (const reading of otherReadings(wanted.old)) {
    const [only, ...others] = inLine(target, wanted.line, findReading(target.text, range, reading));
    if (only === undefined || others.length > 0) continue;
    return { matches: [{ ...only, adapt: reading.adapt }], notes: [reading.note] };
  }
  const tolerant = findTolerant(target, range, wanted.old, wanted.line);
  if (tolerant.match !== undefined) return { matches: [tolerant.match], notes: tolerant.notes };
  throw noMatch(target, range, wanted, tolerant.lines);
}

type Span = Pick<Match, "start" | "end">;

/** Places that do not overlap, but for a second one that overlaps the only one: then it is not clear which is meant. */
function findAll(text: string, range: Range, old: string): readonly Span[] {
  const spans: Span[] = [];
  const last = range.end - old.length;
  for (let at = text.indexOf(old, range.start); at !== -1 && at <= last; at = text.indexOf(old, at + old.length)) {
    spans.push({ start: at, end: at + old.length });
  }
  const [only] = spans;
  if (only === undefined || spans.length > 1) return spans;
  const from = only.start + 1;
  const overlapping = text.slice(from, Math.min(only.end - 1 + old.length, range.end)).indexOf(old);
  if (overlapping !== -1) spans.push({ start: from + overlapping, end: from + overlapping + old.length });
  return spans;
}

function findReading(text: string, range: Range, { old, line }: Reading): readonly Span[] {
  if (line === undefined) return findAll(text, range, old);
  const start = startOfLine(text, line);
  if (start === undefined || start < range.start || start + old.length > range.end) return [];
  return text.startsWith(old, start) && isWholeLines(text, start, old) ? [{ start, end: start + old.length }] : [];
}

function isWholeLines(text: string, start: number, old: string): boolean {
  const end = start + old.length;
  return lineStartAt(text, start) === start && (old.endsWith("\n") || end === text.length || text[end] === "\n");
}

function startOfLine(text: string, line: number): number | undefined {
  let start = 0;
  for (let count = 1; count < line; count += 1) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return undefined;
  }
  return start;
}

/** Those that touch a line; all of them when none is named. */
function inLine(target: EditTarget, line: number | undefined, spans: readonly Span[]): readonly Span[] {
  if (line === undefined) return spans;
  const start = startOfLine(target.text, line);
  if (start === undefined) return [];
  const end = nextLineAt(target.text, start);
  return spans.filter((span) => span.start < end && span.end > start);
}

function chooseExact(target: EditTarget, range: Range, wanted: Wanted, spans: readonly Span[]): readonly Match[] {
  const { line } = wanted;
  const chosen = inLine(target, line, spans);
  if (chosen.length === 0) {
    const message = `\`old_string\` is not in line ${line} of ${showPath(target.path)}, but in ${listLines(target, spans)}.`;
    throw new ToolError("no_match", message);
  }
  if (wanted.all && chosen.length > maxPlaces) throw tooMany(chosen.length);
  if (chosen.length > 1 && (!wanted.all || overlaps(chosen))) throw ambiguous(target, range, chosen);
  return chosen.map((span) => ({ ...span, adapt: (text) => text }));
}

function overlaps([first, second]: readonly Span[]): boolean {
  return first !== undefined && second !== undefined && second.start < first.end;
}

function ambiguous(target: EditTarget, range: Range, spans: readonly Span[]): ToolError {
  const [first = 0, last = 0] = [spans[0]?.start, spans.at(-1)?.start];
  const isOneLine = countEnds(target.text, first, last) === 0;
  const place = placeName(target, range);
  const all = overlaps(spans) ? "" : ", or set `replace_all` to change them all";
  if (isOneLine) {
    const where = `${spans.length} times in line ${lineOf(target, first)} of ${place}`;
    return new ToolError(
      "ambiguous",
      `\`old_string\` is ${where}. Add text around it until only one place fits${all}.`,
    );
  }
  return new ToolError(
    "ambiguous",
    `\`old_string\` is ${spans.length} times in ${place}: ${listLines(target, spans)}. ` +
      `Add lines around it until only one place fits, give the \`line\` of the one you mean${all}.`,
  );
}

function tooMany(places: number): ToolError {
  return new ToolError(
    "too_large",
    `\`replace_all\` would change ${places} places, and at most ${maxPlaces} are changed in one call. Change them with a command (sed, a script) instead. No edit was made.`,
  );
}

function noMatch(target: EditTarget, range: Range, wanted: Wanted, tolerantLines: readonly number[]): ToolError {
  const done = describeDone(target, range, wanted.new);
  const nearest = describeNearest(target.text, range, wanted.old);
  const hints = [
    `\`old_string\` ${quoted(wanted.old)} is not in ${placeName(target, range)}.`,
    ...describeElsewhere(target, range, wanted.old),
    ...describeNumbered(target, range, wanted.old),
    ...describeTolerant(tolerantLines),
    ...describeDamage(target, wanted.old),
    ...done,
    ...(nearest === undefined && done.length > 0
      ? []
      : [nearest ?? "Nothing in it is much like that: look at the text again."]),
  ];
  return new ToolError("no_match", hints.join(" "));
}

/** A search inside of a section that would have found it outside. */
function describeElsewhere(target: EditTarget, range: Range, old: string): readonly string[] {
  if (range.name === undefined) return [];
  const spans = findAll(target.text, { start: 0, end: target.text.length }, old);
  return spans.length === 0 ? [] : [`Elsewhere in the file it is in ${listLines(target, spans)}.`];
}

/** Line numbers that were copied along and are no longer right. */
function describeNumbered(target: EditTarget, range: Range, old: string): readonly string[] {
  return otherReadings(old).flatMap((reading) => {
    if (reading.line === undefined) return [];
    const spans = findAll(target.text, range, reading.old).filter(({ start }) =>
      isWholeLines(target.text, start, reading.old),
    );
    return spans.length === 0 ? [] : [`Without the line numbers in front it is in ${listLines(target, spans)}.`];
  });
}

function describeTolerant(lines: readonly number[]): readonly string[] {
  if (lines.length === 0) return [];
  const choice = lines.length > 1 ? ": give the `line` of the one you mean" : "";
  return [`Except for whitespace it matches at ${numbered(lines)}${choice}.`];
}

function describeDamage(target: EditTarget, old: string): readonly string[] {
  if (!old.includes("\u{fffd}") || !hasHalfCharacter(target.text)) return [];
  return ["What is shown as U+FFFD are bytes that are no text, which cannot be matched: choose the text beside them."];
}

function describeDone(target: EditTarget, range: Range, text: string): readonly string[] {
  if (text.trim().length < 8) return [];
  const [first] = findAll(target.text, range, text);
  return first === undefined
    ? []
    : [
        `\`new_string\` is there already, in line ${lineOf(target, first.start)}: the change may have been made before.`,
      ];
}

function placeName(target: EditTarget, range: Range): string {
  const file = showPath(target.path);
  return range.name === undefined ? file : `${range.name} of ${file}`;
}

function listLines(target: EditTarget, spans: readonly Span[]): string {
  return numbered(
    spans.slice(0, maxListed).map(({ start }) => lineOf(target, start)),
    spans.length,
  );
}

/** Places by their lines; a line that has several comes once, with their number. */
function numbered(lines: readonly number[], total: number = lines.length): string {
  const more = total - Math.min(total, maxListed);
  const shown = lines.slice(0, maxListed);
  const counts = new Map<number, number>();
  for (const line of shown) counts.set(line, (counts.get(line) ?? 0) + 1);
  const each = [...counts].map(([line, count]) => (count === 1 ? String(line) : `${line} (${count} times)`));
  const one = counts.size === 1 && more === 0;
  return `line${one ? "" : "s"} ${each.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function lineOf(target: EditTarget, offset: number): number {
  return countEnds(target.text, 0, offset) + 1;
}
