import { ToolError } from "toolwright";
import type { Span } from "../../../languages/language.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import type { EditContext } from "../../edit-context.ts";
import type { Candidate } from "../apply-first-valid.ts";
import { commentsAbove, extentOf, withCommentsBehind } from "../layout/extent.ts";
import { isListed, membersOf } from "../layout/siblings.ts";
import type { CodeText } from "../text/code-text.ts";
import { fitCode, trimCode } from "../text/fit-code.ts";
import { endBefore, indentAt, isFirstOnLine, lineEnd, lineStart, skipBlanks } from "../text/lines.ts";
import { insertLines } from "./insert-lines.ts";
import { insertListed } from "./insert-listed.ts";

/** New code as the first or last thing inside a symbol. */
export async function insertInto(
  context: EditContext,
  code: CodeText,
  symbol: CodeSymbol,
  side: "first" | "last",
  sent: string,
): Promise<readonly Candidate[]> {
  if (code.rules.besideTypes?.test(sent) === true && symbol.kind !== "function" && symbol.kind !== "method") {
    throw refused(symbol, `holds no functions: use \`position\`: "after"`);
  }
  const body = symbol.bodySpan ?? emptyBody(code, symbol);
  const braces = bracesOf(code, body);
  if (braces !== undefined) {
    const listed = await asListed(context, code, symbol, side, sent);
    return [...listed, await inBraces(context, code, symbol, braces, side, sent)];
  }
  if (code.text.startsWith("=", body.start) || !isBlock(code, symbol, body)) {
    throw refused(symbol, "has no body that more could stand in: replace it");
  }
  return [await inBlock(context, code, symbol, body, side, sent)];
}

function refused({ kind, path }: CodeSymbol, why: string): ToolError {
  return new ToolError("no_place", `${kind} ${visibleLine(path)} ${why}. Nothing was changed.`);
}

/** The empty body between a head and its `end`. */
function emptyBody({ text }: CodeText, symbol: CodeSymbol): Span {
  const { span } = symbol;
  const [found] = /(?:;[ \t]*|\n[ \t]*)end$/.exec(text.slice(span.start, span.end)) ?? [];
  if (found === undefined)
    throw refused(symbol, `has no body: replace it by a declaration with one, or use \`position\`: "after"`);
  const at = span.end - found.length;
  return { start: at, end: at };
}

/** The span from the opening to the closing brace of a body. */
function bracesOf({ text }: CodeText, { start, end }: Span): Span | undefined {
  const [word = ""] = /^\w*\s*(?=\{)/.exec(text.slice(start, end)) ?? [];
  const open = start + word.length;
  return text[open] === "{" && text[end - 1] === "}" ? { start: open, end } : undefined;
}

function isBlock({ text, rules }: CodeText, symbol: CodeSymbol, { start, end }: Span): boolean {
  if (start === end || isFirstOnLine(text, start)) return true;
  const isIndented = rules.indentedBlocks !== undefined && symbol.kind !== "variable";
  return isIndented && /:\s*$/.test(text.slice(symbol.nameSpan.end, start));
}

/** Next to the first or last item of a comma-separated list. */
async function asListed(
  context: EditContext,
  code: CodeText,
  symbol: CodeSymbol,
  side: "first" | "last",
  sent: string,
): Promise<readonly Candidate[]> {
  const members = membersOf(code, symbol).filter(
    (member) => isListed(code, member) && member.span.start > (symbol.bodySpan?.start ?? 0),
  );
  const beside = side === "first" ? members[0] : members.at(-1);
  if (beside === undefined) return [];
  if (side === "last" && !isLastItem(code, symbol, beside)) return [];
  const at = beside.span.start;
  const indent = indentAt(code.text, at);
  const item = trimCode(sent).replace(/\s*[,;]$/, "");
  const fitted = (await fitCode(context, code, item, { start: at, end: at, indent })).trimStart();
  return [{ replacements: insertListed(code, beside, side === "first" ? "before" : "after", fitted) }];
}

/** Properties with plain values are not symbols, so the last symbol may not be the last item. */
function isLastItem(code: CodeText, symbol: CodeSymbol, last: CodeSymbol): boolean {
  const { end } = extentOf(code, last);
  const rest = code.text.slice(end, (symbol.bodySpan?.end ?? end) - 1);
  const bare = code.comments
    .filter((comment) => comment.start >= end)
    .reduce((left, { start, end: to }) => left.replace(code.text.slice(start, to), ""), rest);
  return symbol.kind === "enum" || bare.trim() === "";
}

async function inBraces(
  context: EditContext,
  code: CodeText,
  symbol: CodeSymbol,
  { start, end }: Span,
  side: "first" | "last",
  sent: string,
): Promise<Candidate> {
  const { text, unit } = code;
  const outer =
    indentAt(text, end - 1).length < indentAt(text, start).length ? indentAt(text, end - 1) : indentAt(text, start);
  const inner = text.slice(start + 1, end - 1);
  const comma = commaFor(code, symbol, { start, end }, side);
  const at = side === "first" ? start + 1 : start + 1 + inner.trimEnd().length;
  const indent = innerIndent(code, { start, end }) ?? outer + unit;
  const clean = comma.isListed ? `${trimCode(sent).replace(/\s*[,;]$/, "")}${comma.behind}` : trimCode(sent);
  const fitted = await fitCode(context, code, clean, { start: at, end: at, indent });
  if (!inner.includes("\n")) {
    const old = inner.trim() === "" ? [] : [indent + inner.trim() + (side === "last" ? comma.before : "")];
    const lines = side === "first" ? [fitted, ...old] : [...old, fitted];
    return { replacements: [{ start: start + 1, end: end - 1, text: `\n${lines.join("\n")}\n${outer}` }] };
  }
  if (inner.trim() === "") {
    return { replacements: [{ start: start + 1, end: end - 1, text: `\n${fitted}\n${outer}` }] };
  }
  if (side === "first") {
    const comment = code.comments.find((each) => each.start === skipBlanks(text, start + 1));
    const from =
      comment !== undefined && comment.end === endBefore(text, lineEnd(text, comment.end)) ? comment.end : start + 1;
    const lines = insertLines(code, { after: from, holder: symbol, opens: true }, fitted);
    return { replacements: [withCommentsBehind(code, lines)] };
  }
  const lines = insertLines(code, { after: at, holder: symbol }, fitted);
  return {
    replacements: comma.before === "" ? [lines] : [{ start: comma.at, end: comma.at, text: comma.before }, lines],
  };
}

interface Commas {
  readonly isListed: boolean;
  /** What has to be added after the previous item, and where. */
  readonly before: string;
  readonly at: number;
  /** What has to follow the new item. */
  readonly behind: string;
}

const listKinds = new Set(["constant", "variable", "property", "enum"]);

/** Items of an object or enum are separated by commas, including those that are not symbols. */
function commaFor(code: CodeText, { kind }: CodeSymbol, { start, end }: Span, side: "first" | "last"): Commas {
  const { text } = code;
  const { inBraces: areItems, holders } = code.rules.lists;
  const isList = (listKinds.has(kind) && areItems !== false) || holders?.includes(kind) === true;
  let at = endBefore(text, end - 1);
  for (const comment of code.comments.toReversed()) {
    if (comment.end === at && comment.start > start) at = endBefore(text, comment.start);
  }
  const isEmpty = at === start + 1;
  const isEnded = /[,;]/.test(text[at - 1] ?? "");
  if (!isList) return { isListed: false, before: "", at, behind: "" };
  if (side === "first") return { isListed: true, before: "", at, behind: isEmpty ? "" : "," };
  return { isListed: true, before: isEmpty || isEnded ? "" : ",", at, behind: isEnded && !isEmpty ? "," : "" };
}

/** The indentation of existing content. */
function innerIndent({ text }: CodeText, { start, end }: Span): string | undefined {
  const inner = text.slice(start + 1, end - 1);
  const line = inner
    .split("\n")
    .slice(1)
    .find((each) => each.trim() !== "" && !/^\s*(?:public|private|protected|signals|slots)\b[^;({]*:\s*$/.test(each));
  const indent = line === undefined ? undefined : /^[ \t]*/.exec(line)?.[0];
  return indent !== undefined && indent.length >= indentAt(text, start).length ? indent : undefined;
}

/** In a block defined by indentation or closed by `end`. */
async function inBlock(
  context: EditContext,
  code: CodeText,
  symbol: CodeSymbol,
  body: Span,
  side: "first" | "last",
  sent: string,
): Promise<Candidate> {
  const { text, unit } = code;
  const outer = indentAt(text, symbol.span.start);
  const old = text.slice(body.start, body.end);
  const isOwnLine = isFirstOnLine(text, body.start) && body.start < body.end;
  const indent = isOwnLine ? indentAt(text, body.start) : outer + unit;
  const fitted = await fitCode(context, code, trimCode(sent), { start: body.start, end: body.end, indent });
  if (code.rules.indentedBlocks?.placeholder.test(old.trim()) === true) {
    const start = isOwnLine ? body.start : endBefore(text, body.start);
    const replacement = { start, end: body.end, text: isOwnLine ? fitted.trimStart() : `\n${fitted}` };
    return { replacements: [replacement], notes: [`\`${old.trim()}\` made place for the new code.`] };
  }
  if (!isOwnLine) {
    const start = endBefore(text, body.start);
    const kept = old.trim() === "" ? [] : [indent + old];
    const lines = side === "first" ? [fitted, ...kept] : [...kept, fitted];
    const isInline = body.start === body.end && text[start] === ";";
    return {
      replacements: [
        { start, end: isInline ? start + 1 : body.end, text: `\n${lines.join("\n")}${isInline ? `\n${outer}` : ""}` },
      ].map((each) => (isInline ? { ...each, end: skipBlanks(text, each.end) } : each)),
    };
  }
  if (side === "last") {
    const after = endOfBlock(code, symbol, body);
    return { replacements: [withLineBefore(code, body, insertLines(code, { after, holder: symbol }, fitted))] };
  }
  const { docSpan } = symbol;
  if (docSpan !== undefined && docSpan.start === body.start) {
    const lines = insertLines(code, { after: docSpan.end, holder: symbol }, fitted);
    return { replacements: [docSpan.end < body.end ? lines : withLineBefore(code, body, lines)] };
  }
  const above = commentsAbove(code, body.start);
  const before = above > symbol.nameSpan.end ? above : body.start;
  const lines = insertLines(code, { before, holder: symbol, opens: true }, fitted);
  return { replacements: [withCommentsBehind(code, lines)] };
}

/** In the grammar a block ends with its last statement, and appending extends it. So its last line is rewritten, too. */
function withLineBefore(code: CodeText, body: Span, { start, end, text }: Replacement): Replacement {
  const from = lineStart(code.text, endBefore(code.text, body.end) - 1);
  return { start: from, end, text: code.text.slice(from, start) + text };
}

function endOfBlock(code: CodeText, symbol: CodeSymbol, { end }: Span): number {
  const { tail } = extentOf(code, symbol);
  if (code.rules.indentedBlocks !== undefined) return Math.max(end, tail);
  const comment = code.comments.find((each) => each.start === skipBlanks(code.text, end));
  return comment?.end ?? end;
}
