import { lineStarts } from "../../workspace/text/line-ends.ts";
import type { RawSymbol, Span } from "../language.ts";
import type { SymbolKind } from "../symbol-kind.ts";
import { behindClosing, blankMatches, type CommentMarks, docAbove, trimSpan } from "./spans.ts";

/** How lines declare something, for languages without a grammar: finds most declarations, not all. */
export interface LineRules {
  /** Strings and comments, in a single expression. */
  readonly ignored: RegExp;
  readonly comments: CommentMarks;
  readonly blocks: "braces" | "indentation" | "end";
  /** Applied to a trimmed line; the group `name` is the name. The first match counts. */
  readonly declarations: readonly { readonly kind: SymbolKind; readonly pattern: RegExp }[];
}

const maxLine = 300;

/** A name in any script, for expressions with the flag `u`. */
export const word = String.raw`[\p{L}_][\p{L}\p{N}_]*`;

export function outlineByLines(
  text: string,
  { ignored, comments, blocks, declarations }: LineRules,
): readonly RawSymbol[] {
  const blank = blankMatches(text, ignored);
  const starts = lineStarts(blank);
  const lines = starts.map((start, at) => blank.slice(start, starts[at + 1]).trimEnd());
  return lines.flatMap((line, at) => {
    const head = line.trimStart().slice(0, maxLine);
    const start = (starts[at] ?? 0) + line.length - line.trimStart().length;
    for (const { kind, pattern } of head === "" ? [] : declarations) {
      const name = pattern.exec(head)?.groups?.["name"];
      if (name === undefined) continue;
      const nameStart = start + placeOf(head, name, pattern);
      const bodySpan = findBody(blocks, { text, blank, starts, lines, at });
      const own = trimSpan(blank, start, (starts[at] ?? 0) + line.length);
      const span = { start, end: Math.max(own.end, bodySpan?.end ?? 0) };
      const nameSpan = { start: nameStart, end: nameStart + name.length };
      return [{ name, kind, span, nameSpan, bodySpan, docSpan: docAbove(text, start, comments) }];
    }
    return [];
  });
}

/** The name comes last in a match, except for what may follow it. */
function placeOf(head: string, name: string, pattern: RegExp): number {
  const match = pattern.exec(head);
  const matched = match?.[0] ?? "";
  return (match?.index ?? 0) + Math.max(0, matched.lastIndexOf(name));
}

interface LinePosition {
  readonly text: string;
  readonly blank: string;
  readonly starts: readonly number[];
  readonly lines: readonly string[];
  readonly at: number;
}

function findBody(blocks: LineRules["blocks"], place: LinePosition): Span | undefined {
  if (blocks === "braces") return bracedBody(place);
  const end = blocks === "indentation" ? indentedEnd(place) : closedEnd(place);
  if (end === undefined) return undefined;
  const { text, starts, lines, at } = place;
  const span = trimSpan(text, starts[at + 1] ?? text.length, (starts[end] ?? 0) + (lines[end] ?? "").length);
  return span.end > span.start ? span : undefined;
}

/** A brace on the same line, or at the start of the next. */
function bracedBody({ blank, starts, lines, at }: LinePosition): Span | undefined {
  const own = (lines[at] ?? "").indexOf("{");
  const isNext = own === -1 && (lines[at + 1] ?? "").trimStart().startsWith("{");
  const line = isNext ? at + 1 : at;
  const column = (lines[line] ?? "").indexOf("{");
  if (column === -1) return undefined;
  const start = (starts[line] ?? 0) + column;
  return { start, end: behindClosing(blank, start) };
}

/** The last line that is indented deeper than the first. */
function indentedEnd({ lines, at }: LinePosition): number | undefined {
  const indent = indentOf(lines[at] ?? "");
  let last: number | undefined;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    if (line === "") continue;
    if (indentOf(line) <= indent) break;
    last = next;
  }
  return last;
}

/** The line with `end` at the indentation of the first line. */
function closedEnd({ lines, at }: LinePosition): number | undefined {
  const indent = indentOf(lines[at] ?? "");
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    if (line === "" || indentOf(line) > indent) continue;
    if (indentOf(line) < indent) return undefined;
    if (/^end\b/.test(line.trimStart())) return next;
    if (!/^(?:rescue|ensure|else|elsif|when|in)\b/.test(line.trimStart())) return undefined;
  }
  return undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
