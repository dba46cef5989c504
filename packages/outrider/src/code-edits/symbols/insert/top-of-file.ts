import type { Span } from "../../../languages/language.ts";
import { commentsAbove, extentOf } from "../layout/extent.ts";
import { membersOf } from "../layout/siblings.ts";
import type { CodeText } from "../text/code-text.ts";
import { endBefore, lineEnd, skipSpace } from "../text/lines.ts";

/** Comments about the whole file, even if a declaration follows without a blank line. */
const forFile =
  /copyright|licen[cs]e|SPDX|@file|@ts-(?:no)?check|eslint|prettier|frozen_string_literal|coding[:=]|^\/\/go:build|^\/\/ \+build|^\/\/!|^\/\*!|generated|<reference/i;

/** No header clause, such as a docstring, is longer. */
const maxHeader = 20_000;

/** The end of everything that has to be at the top of a file; 0 if there is nothing of that kind. */
export function headerEnd(code: CodeText): number {
  const { text } = code;
  const first = firstDeclared(code);
  let end = 0;
  for (;;) {
    const at = skipSpace(text, end);
    const next = clauseEnd(code, at) ?? commentEnd(code, at, first);
    if (next === undefined || next <= end) break;
    end = next;
    if (code.rules.header.last?.test(text.slice(at, next)) === true) break;
  }
  return end;
}

function clauseEnd({ text, rules: { header } }: CodeText, at: number): number | undefined {
  const rest = text.slice(at, at + maxHeader);
  for (const clause of header.last === undefined ? header.clauses : [...header.clauses, header.last]) {
    const [found] = clause.exec(rest) ?? [];
    if (found !== undefined) return endBefore(text, at + found.length);
  }
  return undefined;
}

/** A comment above a declaration belongs to it, unless its words say otherwise. */
function commentEnd(code: CodeText, at: number, first: number): number | undefined {
  const { text, comments } = code;
  const comment = comments.find(({ start }) => start === at);
  if (comment === undefined) return undefined;
  const block = blockFrom(code, at);
  const words = text.slice(at, block);
  const isDoc = first !== -1 && commentsAbove(code, first) <= at && skipSpace(text, block) === first;
  return isDoc && !forFile.test(words) ? undefined : block;
}

/** The end of comments on consecutive lines. */
function blockFrom({ text, comments }: CodeText, from: number): number {
  let end = from;
  for (const comment of comments) {
    if (comment.start < from) continue;
    if (end !== from && !/^[ \t]*\n[ \t]*$/.test(text.slice(end, comment.start))) break;
    ({ end } = comment);
  }
  return Math.min(end, Math.max(end, lineEnd(text, from)));
}

function firstDeclared(code: CodeText): number {
  const [first] = membersOf(code, undefined);
  return first === undefined ? -1 : extentOf(code, first).start;
}

/** The imports at the top, before any declaration; if there are none, all imports. */
export function leadingImports(code: CodeText): readonly Span[] {
  const { imports } = code;
  const isImport = (start: number): boolean => imports.some((span) => start >= span.start && start < span.end);
  const first = membersOf(code, undefined)
    .filter(({ kind }) => kind !== "module")
    .map((symbol) => extentOf(code, symbol).start)
    .find((start) => !isImport(start));
  const leading = imports.filter(({ start }) => first === undefined || start < first);
  return leading.length > 0 ? leading : imports;
}
