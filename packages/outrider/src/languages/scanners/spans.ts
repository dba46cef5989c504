import type { Span } from "../language.ts";

/** Without whitespace at both ends. */
export function trimSpan(text: string, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return { start: from, end: to };
}

export interface CommentMarks {
  /** Begins a line comment. */
  readonly line: string;
  readonly blocks?: readonly (readonly [open: string, close: string])[];
}

/** The comment right above `start`, with all consecutive lines of it. */
export function docAbove(text: string, start: number, { line, blocks = [] }: CommentMarks): Span | undefined {
  const indent = text.slice(lineStartOf(text, start), start);
  if (indent.trim() !== "") return undefined;
  let found: Span | undefined;
  let below = lineStartOf(text, start);
  while (below > 0) {
    const end = endOfLineBefore(text, below);
    const from = lineStartOf(text, end);
    const above = text.slice(from, end).trim();
    const block = blocks.find(([, close]) => above.endsWith(close));
    const open = block === undefined ? -1 : openingOf(text, end, block);
    if (open !== -1) {
      const { start: top } = trimSpan(text, open, end);
      if (text.slice(lineStartOf(text, top), top).trim() !== "") break;
      found = { start: top, end: found?.end ?? trimSpan(text, from, end).end };
    } else if (above.startsWith(line) && !(from === 0 && above.startsWith("#!"))) {
      const span = trimSpan(text, from, end);
      found = { start: span.start, end: found?.end ?? span.end };
    } else break;
    below = lineStartOf(text, found.start);
  }
  return found;
}

function openingOf(text: string, end: number, [open, close]: readonly [string, string]): number {
  const closing = text.lastIndexOf(close, end);
  return closing <= 0 ? -1 : text.lastIndexOf(open, closing - open.length);
}

function lineStartOf(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineEnd(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function endOfLineBefore(text: string, lineStart: number): number {
  const isPair = lineStart > 1 && text.charAt(lineStart - 1) === "\n" && text.charAt(lineStart - 2) === "\r";
  return lineStart - (isPair ? 2 : 1);
}

function isLineEnd(character: number): boolean {
  return character === 10 || character === 13;
}

function isSpace(character: number): boolean {
  return character === 32 || character === 9 || isLineEnd(character);
}

/** Blanks every match and keeps all offsets: line endings stay, anything else becomes `fill`. */
export function blankMatches(text: string, pattern: RegExp, fill = " "): string {
  return text.replaceAll(pattern, (match) => match.replaceAll(/[^\r\n]/g, fill));
}

/** The offset after the bracket that closes the one at `open`; the end of the text if none does. */
export function behindClosing(blank: string, open: number): number {
  let depth = 0;
  for (let at = open; at < blank.length; at += 1) {
    const character = blank.charAt(at);
    if (character === "(" || character === "[" || character === "{") depth += 1;
    else if (character === ")" || character === "]" || character === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return blank.length;
}
