import type { LineEnding, Replacement } from "../workspace/text/text-file.ts";

/** A text whose lines all end with "\n", beside the ends that they had: one for all of them, or one for each. */
export interface PlainText {
  readonly text: string;
  readonly ends: LineEnding | readonly LineEnding[];
}

/** Takes the line ends out, so that what a model sends can be looked for. `eol` is for a text that has none. */
export function toPlain(text: string, eol: LineEnding): PlainText {
  if (!text.includes("\r")) return { text, ends: text.includes("\n") ? "\n" : eol };
  if (hasOnlyCrlf(text)) return { text: text.replaceAll("\r\n", "\n"), ends: "\r\n" };
  const ends = (text.match(/\r\n?|\n/g) ?? []).map(readEnd);
  const [first = eol] = ends;
  return { text: normaliseEnds(text), ends: ends.every((end) => end === first) ? first : ends };
}

/** Most files with "\r" are such; telling it this way costs a tenth of a list of all ends. */
function hasOnlyCrlf(text: string): boolean {
  let pairs = 0;
  for (let at = text.indexOf("\r"); at !== -1; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== 0x0a) return false;
    pairs += 1;
  }
  return countEnds(text, 0, text.length) === pairs;
}

/** The reverse. */
export function fromPlain({ text, ends }: PlainText): string {
  if (ends === "\n") return text;
  if (typeof ends === "string") return text.replaceAll("\n", ends);
  return text
    .split("\n")
    .flatMap((line, index, all) => (index === all.length - 1 ? [line] : [line, endOf(ends, index, line)]))
    .join("");
}

/** A "\n" that has come to stand right behind a "\r" would read as one end with it. */
function endOf(ends: readonly LineEnding[], index: number, line: string): LineEnding {
  const end = ends[index] ?? "\n";
  return end === "\n" && line === "" && ends[index - 1] === "\r" ? "\r\n" : end;
}

export function normaliseEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Puts new text in place of parts that are in order and do not overlap; characters that stay keep their line ends. */
export function spliceText(plain: PlainText, replacements: readonly Replacement[]): PlainText {
  const narrow = replacements.map((replacement) => narrowed(plain.text, replacement));
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text } of narrow) {
    parts.push(plain.text.slice(from, start), text);
    from = end;
  }
  parts.push(plain.text.slice(from));
  return { text: parts.join(""), ends: spliceEnds(plain, narrow) };
}

/** Without the characters at both sides that are the same before and after. */
export function narrowed(source: string, { start, end, text }: Replacement): Replacement {
  const most = Math.min(end - start, text.length);
  let head = 0;
  while (head < most && source.charCodeAt(start + head) === text.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < most - head && source.charCodeAt(end - 1 - tail) === text.charCodeAt(text.length - 1 - tail)) {
    tail += 1;
  }
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
}

function spliceEnds({ text, ends }: PlainText, replacements: readonly Replacement[]): PlainText["ends"] {
  if (typeof ends === "string") return ends;
  const next: LineEnding[] = [];
  let offset = 0;
  let line = 0;
  for (const { start, end, text: added } of replacements) {
    const first = line + countEnds(text, offset, start);
    const removed = countEnds(text, start, end);
    for (let index = line; index < first; index += 1) next.push(ends[index] ?? "\n");
    const insertedCount = countEnds(added, 0, added.length);
    for (let index = 0; index < insertedCount; index += 1) next.push(endFor(ends, first, removed, index));
    line = first + removed;
    offset = end;
  }
  for (let index = line; index < ends.length; index += 1) next.push(ends[index] ?? "\n");
  return next;
}

/** The end of the line that goes, or of the one that the new line comes to stand at. */
function endFor(ends: readonly LineEnding[], first: number, removed: number, index: number): LineEnding {
  const replaced = removed > 0 ? ends[first + Math.min(index, removed - 1)] : undefined;
  return replaced ?? ends[first] ?? ends[first - 1] ?? "\n";
}

/** How many line ends there are between two offsets. */
export function countEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function readEnd(end: string): LineEnding {
  return end === "\r\n" || end === "\r" ? end : "\n";
}
