import { ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import { hasHalfCharacter } from "../workspace/text/show-text.ts";
import type { EditTarget, Match, Range } from "./edit.ts";
import { describeNearest } from "./nearest-lines.ts";
import { countEnds } from "./plain-text.ts";
import { otherReadings } from "./readings.ts";
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

/** Finds the place that is meant, to the letter if it is there, else as near as only one reading allows. */
export function locateText(target: EditTarget, range: Range, wanted: Wanted): Matches {
  const exact = findAll(target.text, range, wanted.old);
  if (exact.length > 0) return { matches: chooseExact(target, range, wanted, exact), notes: [] };
  for (const reading of otherReadings(wanted.old)) {
    const [only, ...others] = findAll(target.text, range, reading.old);
    if (only === undefined || others.length > 0) continue;
    return { matches: [{ ...only, adapt: reading.adapt }], notes: [reading.note] };
  }
  const tolerant = findTolerant(target, range, wanted.old);
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
  const overlapping = text.indexOf(old, only.start + 1);
  if (overlapping !== -1 && overlapping <= last) spans.push({ start: overlapping, end: overlapping + old.length });
  return spans;
}

function chooseExact(target: EditTarget, range: Range, wanted: Wanted, spans: readonly Span[]): readonly Match[] {
  const { line } = wanted;
  const chosen =
    line === undefined
      ? spans
      : spans.filter(({ start, end }) => line >= lineOf(target, start) && line <= lineOf(target, end - 1));
  if (chosen.length === 0) {
    const message = `\`old_string\` is not in line ${line} of ${showPath(target.path)}, but in ${listLines(target, spans)}.`;
    throw new ToolError("no_match", message);
  }
  if (chosen.length > 1 && !wanted.all) throw ambiguous(target, range, chosen);
  if (wanted.all && overlaps(chosen)) throw ambiguous(target, range, chosen);
  return chosen.map((span) => ({ ...span, adapt: (text) => text }));
}

function overlaps([first, second]: readonly Span[]): boolean {
  return first !== undefined && second !== undefined && second.start < first.end;
}

function ambiguous(target: EditTarget, range: Range, spans: readonly Span[]): ToolError {
  return new ToolError(
    "ambiguous",
    `\`old_string\` is ${spans.length} times in ${placeName(target, range)}: ${listLines(target, spans)}. ` +
      "Add lines around it until only one place fits, give the `line` of the one you mean, or set `replace_all` to change them all.",
  );
}

function noMatch(target: EditTarget, range: Range, wanted: Wanted, tolerantLines: readonly number[]): ToolError {
  const done = describeDone(target, range, wanted.new);
  const nearest = describeNearest(target.text, range, wanted.old);
  const hints = [
    `\`old_string\` ${quoted(wanted.old)} is not in ${placeName(target, range)}.`,
    ...describeElsewhere(target, range, wanted.old),
    ...(tolerantLines.length > 0 ? [`Except for whitespace it matches at ${numbered(tolerantLines)}.`] : []),
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

function numbered(lines: readonly number[], total: number = lines.length): string {
  const more = total - Math.min(total, maxListed);
  const shown = lines.slice(0, maxListed).join(", ");
  return `line${total === 1 ? "" : "s"} ${shown}${more > 0 ? ` and ${more} more` : ""}`;
}

function lineOf(target: EditTarget, offset: number): number {
  return countEnds(target.text, 0, offset) + 1;
}
