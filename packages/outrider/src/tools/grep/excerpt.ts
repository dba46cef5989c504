import { escapeHidden } from "toolwright";
import type { Hit } from "./hit.ts";
import { lineEndOf, lineStartOf } from "./line-bounds.ts";
import type { FoundLine } from "./schema.ts";
import type { TextPart, TextSource } from "./text-source.ts";

const longest = 240;
const before = 60;
const cutMark = "…";

/** Whether the line continues beyond the available bytes. */
interface CutEnds {
  readonly before: boolean;
  readonly after: boolean;
}

const whole: CutEnds = { before: false, after: false };
const carriageReturn = 0x0d;
const bytesPerLine = 1_000;
/** If lines are so long that the context needs more, the rest of it is left out. */
const farthestReach = 256 * 1024;
/** Only the first lines of a longer match are shown. */
const longestMatch = 12;

/** The lines of some hits with their context, each line once and in order; undefined if the file has changed. */
export async function excerptLines(
  source: TextSource,
  hits: readonly Hit[],
  context: number,
): Promise<FoundLine[] | undefined> {
  const lines = new Map<number, FoundLine>();
  for (const hit of hits) {
    if (hit.at > source.size) return undefined;
    await addHit(lines, hit, context, source);
  }
  return [...lines.values()].sort((one, other) => one.line - other.line);
}

async function addHit(lines: Map<number, FoundLine>, hit: Hit, context: number, source: TextSource): Promise<void> {
  const shift = await source.loneReturnsBefore(hit.at);
  const first = hit.line + shift;
  const last = Math.min(hit.lastLine + shift, first + longestMatch - 1);
  for (let reach = (context + 2) * bytesPerLine; ; reach *= 4) {
    const part = await source.around(hit.at - reach, hit.at + reach + longestMatch * bytesPerLine);
    const found = linesAround(part, hit.at, { before: context, after: last - first + context }, source.size);
    if (!found.isComplete && reach < farthestReach) continue;
    for (const { distance, text } of found.lines) {
      const line = first + distance;
      const match = line >= first && line <= last;
      const known = lines.get(line);
      // Several hits of a line come in their order.
      const column = known?.column ?? (distance === 0 ? found.column : undefined);
      // A line that is a match for one hit stays one when it is context for another.
      if (match || known === undefined)
        lines.set(line, { line, text, match, ...(column === undefined ? {} : { column }) });
    }
    return;
  }
}

interface Around {
  readonly lines: readonly { readonly distance: number; readonly text: string }[];
  /** Of the match in its line, from 1; undefined if the line begins before the part. */
  readonly column: number | undefined;
  /** False if the part ends before the lines do. */
  readonly isComplete: boolean;
}

/** The line at a position and some before and after it, as far as the part reaches. */
function linesAround(
  { start, bytes }: TextPart,
  place: number,
  wanted: { readonly before: number; readonly after: number },
  size: number,
): Around {
  const at = place - start;
  const [isBegin, isEnd] = [start === 0, start + bytes.length >= size];
  let [from, end] = [lineStartOf(bytes, at), lineEndOf(bytes, at)];
  const lines = [{ distance: 0, text: show(from, end, at) }];
  const column = from > 0 || isBegin ? bytes.toString("utf8", from, at).length + 1 : undefined;
  let isComplete = true;
  let next = end + 1;
  for (let distance = 1; distance <= wanted.after; distance += 1) {
    if (next >= bytes.length) {
      isComplete &&= isEnd;
      break;
    }
    end = lineEndOf(bytes, next);
    isComplete &&= isEnd || end < bytes.length;
    lines.push({ distance, text: show(next, end, next) });
    next = end + 1;
  }
  for (let distance = -1; distance >= -wanted.before; distance -= 1) {
    if (from === 0) {
      isComplete &&= isBegin;
      break;
    }
    const last = from - 1;
    from = lineStartOf(bytes, last);
    isComplete &&= isBegin || from > 0;
    lines.push({ distance, text: show(from, last, from) });
  }
  return { lines, column, isComplete };

  function show(lineStart: number, lineEnd: number, match: number): string {
    const isCut = { before: lineStart === 0 && !isBegin, after: lineEnd === bytes.length && !isEnd };
    return showLine(bytes, lineStart, lineEnd, match, isCut);
  }
}

/** A line of a file as shown to the model: truncated around the match if it is long, without control characters. */
function showLine(bytes: Buffer, start: number, end: number, match: number, isCut: CutEnds = whole): string {
  const last = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
  const isLong = last - start > longest;
  const from = !isLong || match - start <= before ? start : characterStart(bytes, match - before);
  const to = isLong ? Math.max(from, characterStart(bytes, Math.min(last, from + longest))) : last;
  const text = visible(bytes.toString("utf8", from, to));
  return `${from > start || isCut.before ? cutMark : ""}${text}${to < last || isCut.after ? cutMark : ""}`;
}

/** The position itself, or the start of the character that it is inside of. */
function characterStart(bytes: Buffer, place: number): number {
  let start = place;
  while (start > 0 && start > place - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

/** Tabs are kept: they are part of what an edit has to match. */
function visible(text: string): string {
  return text.split("\t").map(escapeHidden).join("\t");
}
