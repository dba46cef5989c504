import { lineEnd, lineStart, alignToCharacter } from "./text-lines.ts";
import { countTokens, surelyOver } from "./tokens.ts";

/** The start and the end of a text: whole lines, except that a first line too long for the head is cut. */
export interface Preview {
  readonly head: string;
  /** Number of whole lines in the head; 0 if it is a cut line. */
  readonly headLines: number;
  readonly tail: string;
  readonly tailLines: number;
}

/** Three quarters of the tokens go to the head, which usually has what a reader needs first. */
export async function previewText(text: string, tokens: number): Promise<Preview> {
  const forHead = Math.floor((tokens * 3) / 4);
  const lines = await takeHead(text, forHead);
  const head = lines.count > 0 ? text.slice(0, lines.end) : await cutFirstLine(text, forHead);
  const tail = await takeTail(text, head.length, tokens - forHead);
  return { head, headLines: lines.count, tail: text.slice(tail.start), tailLines: tail.count };
}

async function takeHead(text: string, tokens: number): Promise<{ end: number; count: number }> {
  let end = 0;
  let count = 0;
  let left = tokens;
  while (end < text.length) {
    const next = lineEnd(text, end);
    left -= await costOf(text.slice(end, next), left);
    if (left < 0) break;
    end = next;
    count += 1;
  }
  return { end, count };
}

async function takeTail(text: string, from: number, tokens: number): Promise<{ start: number; count: number }> {
  let start = text.length;
  let count = 0;
  let left = tokens;
  while (start > from) {
    const next = lineStart(text, start);
    if (next < from) break;
    left -= await costOf(text.slice(next, start), left);
    if (left < 0) break;
    start = next;
    count += 1;
  }
  return { start, count };
}

async function costOf(line: string, left: number): Promise<number> {
  return surelyOver(line, left) ? Infinity : countTokens(line, left);
}

async function cutFirstLine(text: string, tokens: number): Promise<string> {
  let length = Math.min(lineEnd(text, 0), tokens * 4);
  for (;;) {
    length = alignToCharacter(text, length);
    const start = text.slice(0, length);
    const cost = await countTokens(start);
    if (cost <= tokens) return start;
    // Terminates: a token has at least one byte, so a text short enough always fits.
    length = Math.floor((length * tokens * 0.95) / cost);
  }
}
