import type { Span } from "../../../languages/language.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { EditContext } from "../../edit-context.ts";
import { type Extent, extentOf, withCommentsBehind } from "../layout/extent.ts";
import { holderOf, isDeclarator, isListed } from "../layout/siblings.ts";
import type { Candidate } from "../apply-first-valid.ts";
import type { CodeText } from "../text/code-text.ts";
import { fitCode, trimCode } from "../text/fit-code.ts";
import { indentAt, isFirstOnLine, lineEnd, lineStart, skipBlanks, skipBlanksBack } from "../text/lines.ts";
import { insertLines } from "./insert-lines.ts";
import { insertListed } from "./insert-listed.ts";

/** New code above or below a declaration and what belongs to it. */
export async function insertBeside(
  context: EditContext,
  code: CodeText,
  symbol: CodeSymbol,
  side: "before" | "after",
  sent: string,
): Promise<readonly Candidate[]> {
  const { text } = code;
  const extent = extentOf(code, symbol);
  const indent = indentAt(text, extent.lead);
  if (isListed(code, symbol)) {
    const item = trimCode(sent).replace(/\s*[,;]$/, "");
    const at = side === "before" ? extent.lead : extent.coreEnd;
    const fitted = await fitCode(context, code, item, { start: at, end: at, indent });
    return [{ replacements: insertListed(code, symbol, side, fitted.trimStart()) }];
  }
  const holder = holderOf(code, symbol);
  // Go around the whole statement if several symbols share it, as in `const a = 1, b = 2`.
  const before = isFirstOnLine(text, extent.lead) ? extent.lead : lineStart(text, extent.lead) + indent.length;
  const after = extent.isAlone ? extent.tail : lineEnd(text, extent.tail);
  const at = side === "before" ? before : after;
  const fitted = await fitCode(context, code, trimCode(sent), { start: at, end: at, indent });
  // A block without braces begins and ends with its members.
  const { start = 0, end = 0 } = holder?.bodySpan ?? {};
  const hasLines = holder === undefined || extent.isAlone || (before >= start && after <= end);
  if (!hasLines) return [{ replacements: [onOneLine(extent, side, fitted.trim())] }];
  const cut = isDeclarator(code, symbol) ? undefined : cutOf(text, extent, side);
  if (cut !== undefined) return [{ replacements: [{ ...cut, text: `\n${fitted}\n${indent}` }] }];
  if (side === "after") return [{ replacements: [insertLines(code, { after, holder }, fitted)] }];
  const lines = insertLines(code, { before, holder, opens: isFirstIn(text, before, holder) }, fitted);
  return [{ replacements: [withCommentsBehind(code, lines)] }];
}

/** The gap between two statements on the same line, where the line is split. */
function cutOf(text: string, { lead, end, tail }: Extent, side: "before" | "after"): Span | undefined {
  if (side === "before") {
    const start = skipBlanksBack(text, lead);
    return /[;{}]/.test(text[start - 1] ?? "") ? { start, end: lead } : undefined;
  }
  const next = skipBlanks(text, tail);
  const isBetween = next < lineEnd(text, tail) && /[;}]/.test(text[end - 1] ?? "") && !/[)\],;]/.test(text[next] ?? "");
  return isBetween ? { start: tail, end: next } : undefined;
}

/** In a block on one line. */
function onOneLine(
  { lead, end }: { readonly lead: number; readonly end: number },
  side: "before" | "after",
  code: string,
) {
  if (side === "before") return { start: lead, end: lead, text: `${code} ` };
  return { start: end, end, text: ` ${code}` };
}

function isFirstIn(text: string, at: number, holder: CodeSymbol | undefined): boolean {
  const body = holder?.bodySpan;
  if (body === undefined) return text.slice(0, at).trim() === "";
  return /^\{?\s*$/.test(text.slice(Math.min(body.start, at), at));
}
