import { ToolError } from "toolwright";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { Part } from "../../code-edit.ts";
import type { EditContext } from "../../edit-context.ts";
import { type AfterEdit, type Candidate, declaredIn } from "../apply-first-valid.ts";
import { type Extent, extentOf } from "../layout/extent.ts";
import { isDeclarator, isListed } from "../layout/siblings.ts";
import type { CodeText } from "../text/code-text.ts";
import { fitCode, trimCode } from "../text/fit-code.ts";
import { indentAt } from "../text/lines.ts";
import { notesOn, requireDeclaration, requireOthers } from "./judge-declaration.ts";

export interface Planner {
  candidates(body: string): Promise<readonly Candidate[]>;
  notesAfter(after: AfterEdit): readonly string[];
}

/** Replaces a whole declaration; its doc comment stays, unless the new code has one or it is part of the request. */
export function planDeclaration(context: EditContext, code: CodeText, symbol: CodeSymbol, part: Part): Planner {
  const extent = extentOf(code, symbol);
  const isShort =
    symbol.span.start === symbol.nameSpan.start &&
    (isDeclarator(code, symbol) || code.rules.groupsDeclarations === true);
  return {
    async candidates(body) {
      const sent = trimCode(isShort ? withoutKeyword(code, symbol, trimCode(body)) : body);
      const hasDoc = startsWithComment(code, sent);
      const takesDoc = extent.lead < extent.start && (part === "with_doc" || hasDoc);
      const start = takesDoc ? extent.lead : extent.start;
      const notes = takesDoc ? docNotes(part, hasDoc) : [];
      const { main, tail } = await splitTail(context, code, sent, extent, isListed(code, symbol));
      const place = { start, end: extent.coreEnd, indent: indentAt(code.text, start) };
      const fitted = (await fitCode(context, code, main, place)).trimStart();
      return endings(code, extent, { start, fitted, tail, notes }).map((candidate) => ({
        ...candidate,
        judge: (after) =>
          requireDeclaration(code, symbol, after) ?? requireOthers(code, symbol, after) ?? candidate.judge?.(after),
      }));
    },
    notesAfter: (after) => notesOn(code, symbol, after),
  };
}

/** Whether code begins with a comment, judging by its first characters; `#[` and `#!` are not comments. */
function startsWithComment({ rules }: CodeText, sent: string): boolean {
  const start = sent.trimStart();
  return rules.commentMarks.some((mark) => start.startsWith(mark)) && !/^#[[!]/.test(start);
}

function docNotes(part: Part, hasDoc: boolean): readonly string[] {
  if (part !== "with_doc") return ["The doc comment was replaced as well, since the new code begins with one."];
  return hasDoc ? [] : ["The doc comment is gone: the new code has none."];
}

interface NewCode {
  readonly start: number;
  readonly fitted: string;
  /** A trailing comment, after the separator. */
  readonly tail: string;
  readonly notes: readonly string[];
}

/** Keeps the existing `;` or `,`, unless the new code is a block that needs none. */
function endings(code: CodeText, extent: Extent, { start, fitted, tail, notes }: NewCode): readonly Candidate[] {
  const { separator, coreEnd, end, tail: oldTail } = extent;
  if (tail !== "") {
    const isCommented = oldTail > end && !code.text.slice(end, oldTail).includes("\n");
    return [{ replacements: [{ start, end: isCommented ? oldTail : end, text: fitted + separator + tail }], notes }];
  }
  // A `;` is part of the statement: if it were not replaced, the edit would seem to change other code.
  const ending = separator === ";" ? code.text.slice(coreEnd, end) : "";
  const kept: Candidate = { replacements: [{ start, end: coreEnd + ending.length, text: fitted + ending }], notes };
  const old = { text: code.text, symbols: code.symbols, region: { start: extent.start, end: coreEnd } };
  const wasBlock = code.text[coreEnd - 1] === "}" && needsNoEnd(code, old);
  if (separator !== ";" || !fitted.endsWith("}") || wasBlock) return [kept];
  const bare: Candidate = {
    replacements: [{ start, end, text: fitted }],
    notes,
    judge: (after) => (needsNoEnd(code, after) ? undefined : "not this"),
  };
  return [bare, kept];
}

/** A block that is not a value: `function f() {…}`, but not `const f = {…}` nor `struct S {…}` in C. */
function needsNoEnd({ rules }: CodeText, after: AfterEdit): boolean {
  const last = declaredIn(after, after.region).at(-1);
  if (last?.bodySpan === undefined || last.bodySpan.end !== after.region.end) return false;
  if (rules.semicolonKinds?.includes(last.kind) === true) return false;
  return !/=(?!>)/.test(after.text.slice(last.nameSpan.end, last.bodySpan.start).replaceAll(/\([^]*\)/g, ""));
}

interface SplitCode {
  /** Without the separator, which is already in the file. */
  readonly main: string;
  /** A comment after it on the last line, with the whitespace before it. */
  readonly tail: string;
}

/** Splits off what follows a declaration, to avoid a second `;` or one inside a comment. */
async function splitTail(
  { symbols, signal }: EditContext,
  { path }: Pick<CodeText, "path">,
  sent: string,
  { separator }: Pick<Extent, "separator">,
  listed: boolean,
): Promise<SplitCode> {
  const { comments } = await symbols.partsOf(path, sent, { signal });
  const last = comments.at(-1);
  const isTail = last !== undefined && last.end === sent.length && last.start > sent.lastIndexOf("\n") + 1;
  const lineBefore = isTail ? sent.slice(sent.lastIndexOf("\n") + 1, last.start) : "";
  const at = isTail && lineBefore.trim() !== "" ? sent.slice(0, last.start).trimEnd().length : sent.length;
  const main = sent.slice(0, at);
  const dropped = listed || separator === "," ? /\s*[,;]$/ : separator === ";" ? /\s*;$/ : /$/;
  return { main: main.replace(dropped, ""), tail: sent.slice(at) };
}

const keyword = /^(?:export\s+|declare\s+|pub(?:\([^)]*\))?\s+)*(const|let|var|type|val)\s+/;

/** Strips a `const` from code that becomes part of a shared statement; refused if that is not certain. */
function withoutKeyword(code: CodeText, symbol: CodeSymbol, sent: string): string {
  const [head, word] = keyword.exec(sent.trimStart()) ?? [];
  if (head === undefined) return sent;
  const own = wordBefore(code, symbol);
  const rest = sent.trimStart().slice(head.length);
  if (own === word && rest.startsWith(symbol.name)) return rest;
  throw new ToolError(
    "shared_declaration",
    `${symbol.path} is one of several in a statement that begins with ${own === undefined ? "a word of its own" : `\`${own}\``}: send only ${symbol.name} and what follows it, without \`${head.trim()}\`. Nothing was changed.`,
  );
}

/** The keyword of the statement or list that a declaration shares with others; undefined if it is not obvious. */
function wordBefore({ text, symbols }: CodeText, symbol: CodeSymbol): string | undefined {
  let { start } = symbol.span;
  for (let before = symbols.indexOf(symbol) - 1; before >= 0; before -= 1) {
    const other = symbols[before];
    if (other === undefined || other.span.end > start) continue;
    if (!/^\s*[,;]?\s*$/.test(text.slice(other.span.end, start))) break;
    ({ start } = other.span);
  }
  const head = text.slice(Math.max(0, start - 200), start).replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\//g, " ");
  return /\b(const|let|var|type|val)\s*\(?\s*$/.exec(head)?.[1];
}
