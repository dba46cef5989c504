import { isIndentationMeaning } from "../../../edits/indentation.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { CodeText } from "../text/code-text.ts";
import { endBefore, indentAt, isFirstOnLine, lineEnd, lineStart, skipBlanks } from "../text/lines.ts";

/** A declaration with its surrounding comments and separators. */
export interface Extent {
  /** Including the comment above it. */
  readonly lead: number;
  /** Without that comment. */
  readonly start: number;
  /** Without `;`, `,` and anything after it. */
  readonly coreEnd: number;
  readonly separator: ";" | "," | "";
  /** After the separator. */
  readonly end: number;
  /** After a comment on the same line and, if indentation is significant, after indented comments below. */
  readonly tail: number;
  /** There is nothing else on its lines. */
  readonly isAlone: boolean;
}

export function extentOf(code: CodeText, symbol: CodeSymbol): Extent {
  const { text } = code;
  const { start } = symbol.span;
  const full = endOfCode(code, symbol);
  const isEnded = text[full - 1] === ";" && full - 1 >= symbol.nameSpan.end;
  const coreEnd = isEnded ? endBefore(text, full - 1) : full;
  const at = skipBlanks(text, full);
  const next = text[at];
  const separator = isEnded ? ";" : next === ";" || next === "," ? next : "";
  const end = separator === "" || isEnded ? full : at + 1;
  const lead = leadOf(code, symbol);
  const tail = tailOf(code, start, end);
  const isAlone = isFirstOnLine(text, lead) && tail === endBefore(text, lineEnd(text, tail));
  return { lead, start, coreEnd, separator, end, tail, isAlone };
}

/** Some grammars include a trailing comment in the statement. */
function endOfCode({ text, comments }: CodeText, { span, nameSpan, bodySpan }: CodeSymbol): number {
  let { end } = span;
  const inner = Math.max(nameSpan.end, bodySpan?.end ?? 0);
  for (const comment of comments.toReversed()) {
    if (comment.end > end || comment.start < inner) continue;
    if (text.slice(comment.end, end).trim() !== "" || isFirstOnLine(text, comment.start)) break;
    end = endBefore(text, comment.start);
  }
  return end;
}

function leadOf(code: CodeText, { span, docSpan }: CodeSymbol): number {
  const { text } = code;
  // Some grammars keep the comment apart from the first declaration of a block, so that it is not known as documentation.
  if (docSpan === undefined || docSpan.start >= span.start) return commentsAbove(code, span.start);
  // Documentation may be the string of an attribute: `@doc "…"`.
  return isFirstOnLine(text, docSpan.start) ? docSpan.start : skipBlanks(text, lineStart(text, docSpan.start));
}

/** The start of the comments directly above an offset, each on its own lines. */
export function commentsAbove({ text, comments }: CodeText, from: number): number {
  let start = from;
  for (const comment of comments.toReversed()) {
    if (comment.end > start) continue;
    const between = text.slice(comment.end, start);
    if (between.trim() !== "" || between.split("\n").length !== 2) break;
    if (!isFirstOnLine(text, comment.start) || text.startsWith("#!", comment.start)) break;
    ({ start } = comment);
  }
  return start;
}

function tailOf(code: CodeText, start: number, end: number): number {
  const { text, comments, path } = code;
  const beside = comments.find((comment) => comment.start === skipBlanks(text, end) && comment.start > start);
  const isWhole = beside !== undefined && beside.end === endBefore(text, lineEnd(text, beside.end));
  const tail = beside !== undefined && isWhole ? beside.end : end;
  return isIndentationMeaning(path) ? deepCommentsBelow(code, tail, indentAt(text, start)) : tail;
}

/** In the grammar, comments at the end of an indented block are not part of it. */
function deepCommentsBelow({ text, comments }: CodeText, from: number, indent: string): number {
  let end = from;
  for (const comment of comments) {
    if (comment.start < end) continue;
    const isBelow = text.slice(end, comment.start).trim() === "" && isFirstOnLine(text, comment.start);
    if (!isBelow || indentAt(text, comment.start).length <= indent.length) break;
    ({ end } = comment);
  }
  return end;
}

/** The end of the code before an offset, ignoring comments. */
export function codeEndBefore({ text, comments }: CodeText, from: number): number {
  let at = endBefore(text, from);
  for (const comment of comments.toReversed()) {
    if (comment.end > at) continue;
    if (comment.end < at) break;
    at = endBefore(text, comment.start);
  }
  return at;
}

/** The start of the code after an offset, ignoring comments. */
export function codeStartAfter({ text, comments }: CodeText, from: number): number {
  let at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  for (const comment of comments) {
    if (comment.start < at) continue;
    if (comment.start > at) break;
    at = comment.end + (/^\s*/.exec(text.slice(comment.end))?.[0].length ?? 0);
  }
  return at;
}

/**
 * The same edit, but it also rewrites the comments after it. In grammars a block begins with its first statement, so adding or
 * removing code before the comments above that statement makes them part of the block, or leaves them outside.
 */
export function withCommentsBehind(code: CodeText, edit: Replacement): Replacement {
  const { start, end, text } = edit;
  const next = codeStartAfter(code, end);
  const between = code.text.slice(end, next);
  return between.trim() === "" ? edit : { start, end: next, text: text + between };
}
