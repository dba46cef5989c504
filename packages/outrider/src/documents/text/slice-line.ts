import type { ReadLine, LineRange } from "./line-source.ts";

/** A part of a line that never splits a surrogate pair. */
export function sliceLine(line: string, column: number, most: number): Omit<ReadLine, "index"> {
  const start = wholeCharacter(line, Math.min(column, line.length));
  const end = wholeCharacter(line, Math.min(start + most, line.length));
  return { text: line.slice(start, end), skipped: start, cut: end < line.length };
}

/** The number of characters before a UTF-8 byte of a line, not counting one that the byte is part of. */
export function charactersBefore(line: string, byte: number): number {
  const bytes = Buffer.from(line);
  return bytes.toString("utf8", 0, characterStart(bytes, byte)).length;
}

/** The offset itself, or the start of the character that it is in. */
export function characterStart(bytes: Uint8Array, place: number): number {
  let start = Math.min(place, bytes.length);
  while (start > 0 && start > place - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

function wholeCharacter(line: string, at: number): number {
  const isSplit = at > 0 && at < line.length && isHigh(line.charCodeAt(at - 1)) && isLow(line.charCodeAt(at));
  return isSplit ? at - 1 : at;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

export function* indexesOf(ranges: readonly LineRange[], count: number): Generator<number> {
  for (const { start, end } of ranges) {
    for (let index = start; index < Math.min(end, count); index += 1) yield index;
  }
}
