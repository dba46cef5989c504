import { escapeHidden } from "toolwright";

const longest = 240;
const before = 60;
const cutMark = "…";

/** A line of a file as the model sees it: cut around the match where it is long, nothing in it that acts on a reader. */
export function showLine(bytes: Buffer, start: number, end: number, match: number, isCut: CutEnds = whole): string {
  const last = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
  const isLong = last - start > longest;
  const from = !isLong || match - start <= before ? start : characterStart(bytes, match - before);
  const to = isLong ? Math.max(from, characterStart(bytes, Math.min(last, from + longest))) : last;
  const text = visible(bytes.toString("utf8", from, to));
  return `${from > start || isCut.before ? cutMark : ""}${text}${to < last || isCut.after ? cutMark : ""}`;
}

/** Where the line goes on beyond what is at hand. */
export interface CutEnds {
  readonly before: boolean;
  readonly after: boolean;
}

const whole: CutEnds = { before: false, after: false };

const carriageReturn = 0x0d;

/** The place itself, or the beginning of the character that it is in the middle of. */
function characterStart(bytes: Buffer, place: number): number {
  let start = place;
  while (start > 0 && start > place - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

/** Tabs stay: they are part of what an edit has to match. */
function visible(text: string): string {
  return text.split("\t").map(escapeHidden).join("\t");
}
