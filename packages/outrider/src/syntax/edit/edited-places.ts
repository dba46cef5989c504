import type { Span } from "../../languages/language.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";

/** How a part of a text relates to the edit; "inside" has only whitespace outside the edit. */
export type Standing = "outside" | "inside" | "around";

/** A text with its edited parts in order: the ones to be replaced, or their replacements. */
export interface EditedText {
  readonly text: string;
  readonly parts: readonly Span[];
}

/** The text before and after an edit; the parts of both correspond by index. */
export interface EditedPlaces {
  readonly before: EditedText;
  readonly after: EditedText;
}

export function openEditedPlaces(text: string, replacements: readonly Replacement[]): EditedPlaces {
  const pieces: string[] = [];
  const parts: Span[] = [];
  let from = 0;
  let length = 0;
  for (const each of replacements) {
    pieces.push(text.slice(from, each.start), each.text);
    const start = length + each.start - from;
    length = start + each.text.length;
    parts.push({ start, end: length });
    from = each.end;
  }
  pieces.push(text.slice(from));
  const before = replacements.map(({ start, end }) => ({ start, end }));
  return { before: { text, parts: before }, after: { text: pieces.join(""), parts } };
}

/** A part that only touches an edited one is outside it: adding text after a statement must not change the statement. */
export function standingOf({ text, parts }: EditedText, span: Span): Standing {
  if (span.start >= span.end) return isHeld(parts, span.start) ? "inside" : "outside";
  let isOutside = true;
  let rest = span.start;
  for (let at = firstReaching(parts, span.start); at < parts.length; at += 1) {
    const part = parts[at];
    if (part === undefined || part.start >= span.end) break;
    if (!overlaps(part, span)) continue;
    isOutside = false;
    if (part.start > rest && !isBlank(text, rest, part.start)) return "around";
    rest = Math.max(rest, part.end);
  }
  if (isOutside) return "outside";
  return rest >= span.end || isBlank(text, rest, span.end) ? "inside" : "around";
}

/** Whether text outside the edit is at the corresponding place of the text after. */
export function isShifted({ before, after }: EditedPlaces, old: Span, now: Span): boolean {
  const [one, two] = [trimSpan(before.text, old), trimSpan(after.text, now)];
  const shift = shiftAt({ before, after }, one.start);
  return two.start === one.start + shift && two.end === one.end + shift;
}

/**
 * Whether a node that contains or touches the edit may be this node of the text after: it begins and ends at the same places,
 * or within an edited part at its ends. New first and last statements of a block without brackets are outside its old span.
 */
export function mayBecome(places: EditedPlaces, old: Span, now: Span): boolean {
  const { before, after } = places;
  const [one, two] = [trimSpan(before.text, old), trimSpan(after.text, now)];
  const first = partBefore(places, one.start);
  const begins = two.start === shiftedOffset(places, one.start) || (first !== undefined && isIn(first, two.start));
  return begins && mayEnd(places, one.end, two.end);
}

/** The same for a declaration, which includes the words before it: new text before it must not become part of it. */
export function mayGrow(places: EditedPlaces, old: Span, now: Span): boolean {
  const { before, after } = places;
  const [one, two] = [trimSpan(before.text, old), trimSpan(after.text, now)];
  const isReplaced = before.parts.some(({ start, end }) => start <= one.start && one.start < end);
  const begins = isReplaced || two.start === shiftedOffset(places, one.start);
  return begins && mayEnd(places, one.end, two.end);
}

/** The new position of an offset outside the edit. */
export function shiftedOffset(places: EditedPlaces, offset: number): number {
  return offset + shiftAt(places, offset);
}

/** The reverse; for an offset inside the edit, the start of the edit. */
export function originalOffset({ before, after }: EditedPlaces, offset: number): number {
  const index = after.parts.findLastIndex(({ start }) => start <= offset);
  const [old, now] = [before.parts[index], after.parts[index]];
  if (old === undefined || now === undefined) return offset;
  return offset < now.end ? old.start : offset - now.end + old.end;
}

/** Without whitespace at both ends. */
export function trimSpan(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (to > from && isSpace(text, to - 1)) to -= 1;
  while (from < to && isSpace(text, from)) from += 1;
  return { start: from, end: to };
}

/** The replacement of the part that the offset is in or right after, with the whitespace after it. */
function partBefore({ before, after }: EditedPlaces, offset: number): Span | undefined {
  const index = before.parts.findLastIndex(({ start }) => start <= offset);
  const [old, now] = [before.parts[index], after.parts[index]];
  if (old === undefined || now === undefined) return undefined;
  if (old.end < offset && !isBlank(before.text, old.end, offset)) return undefined;
  return { start: now.start, end: skipBlank(after.text, now.end) };
}

function isIn({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

function mayEnd(places: EditedPlaces, old: number, now: number): boolean {
  const { before, after } = places;
  const index = before.parts.findIndex(
    ({ start, end }) => (start < old && old <= end) || (start >= old && isBlank(before.text, old, start)),
  );
  const part = after.parts[index];
  if (part !== undefined) return skipBlankBack(after.text, part.start) <= now && now <= part.end;
  // It shifts by all parts that end before it.
  return now === old + shiftAt(places, old);
}

/** How far the text at the offset has moved: new text inserted at its start comes before it. */
function shiftAt({ before, after }: EditedPlaces, offset: number): number {
  const index = before.parts.findLastIndex(({ end }) => end <= offset);
  return (after.parts[index]?.end ?? 0) - (before.parts[index]?.end ?? 0);
}

function isHeld(parts: readonly Span[], offset: number): boolean {
  return parts.some((part) => isIn(part, offset));
}

function overlaps(part: Span, { start, end }: Span): boolean {
  return part.start === part.end ? start < part.start && part.start < end : part.start < end && part.end > start;
}

/** The index of the first part that ends at the offset or later. */
function firstReaching(parts: readonly Span[], offset: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isSpace(text, at)) return false;
  return true;
}

function skipBlank(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && isSpace(text, at)) at += 1;
  return at;
}

function skipBlankBack(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && isSpace(text, at - 1)) at -= 1;
  return at;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
