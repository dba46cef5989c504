import { ToolError } from "toolwright";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import { type Candidate, declaredIn } from "../apply-first-valid.ts";
import { type Extent, codeEndBefore, codeStartAfter, extentOf, withCommentsBehind } from "../layout/extent.ts";
import { declaratorsWith, declaredTogether, holderOf, isDeclarator, isListed } from "../layout/siblings.ts";
import type { CodeText } from "../text/code-text.ts";
import {
  blankLinesIn,
  closesBlock,
  endBefore,
  indentAt,
  isFirstOnLine,
  lineEnd,
  lineStart,
  opensBlock,
  skipBlanks,
  skipSpace,
} from "../text/lines.ts";

/** Removes a declaration with what belongs to it, so that the text looks as if it had never been there. */
export function removeSymbol(code: CodeText, symbol: CodeSymbol, withDoc: boolean): Candidate {
  const together = declaredTogether(code, symbol);
  if (together.length > 0) throw shared(symbol, together);
  const found = extentOf(code, symbol);
  const extent = withDoc ? found : { ...found, lead: found.start };
  if (isListed(code, symbol)) return { replacements: removeItem(code, extent) };
  if (isDeclarator(code, symbol)) return removeDeclarator(code, symbol, removeItem(code, extent));
  if (!isFirstOnLine(code.text, extent.lead) || !extent.isAlone) return { replacements: [removeOnLine(code, extent)] };
  const { indentedBlocks } = code.rules;
  if (indentedBlocks !== undefined && leavesEmptyBlock(code, extent)) {
    return {
      replacements: [{ start: extent.lead, end: extent.tail, text: indentedBlocks.filler }],
      notes: [`\`${indentedBlocks.filler}\` stands in its place: nothing else was in the block.`],
    };
  }
  return { replacements: [withCommentsBehind(code, removeLines(code, symbol, extent))] };
}

function shared({ path }: CodeSymbol, together: readonly CodeSymbol[]): ToolError {
  const names = together.map((other) => visibleLine(other.path)).join(", ");
  return new ToolError(
    "shared_declaration",
    `The declaration of ${visibleLine(path)} declares ${names}, too: replace it by what shall stay. Nothing was changed.`,
  );
}

/** Removes an item of a comma-separated list with the comma after it, or the one before it if it is the last. */
function removeItem(code: CodeText, extent: Extent): readonly Replacement[] {
  const { text } = code;
  const { lead, coreEnd, separator, end, tail } = extent;
  const isOwnLine = isFirstOnLine(text, lead) && text.slice(tail, lineEnd(text, tail)).trim() === "";
  if (separator === ",") {
    if (isOwnLine) return [wholeLines(text, lead, tail)];
    const next = skipSpace(text, end);
    const isLast = /^[)}\]]/.test(text.slice(next, next + 1));
    return [
      isLast ? { start: endBefore(text, lead), end, text: "" } : { start: lead, end: skipBlanks(text, end), text: "" },
    ];
  }
  const before = codeEndBefore(code, lead);
  const hasComma = text[before - 1] === ",";
  const comma: readonly Replacement[] = hasComma ? [{ start: before - 1, end: before, text: "" }] : [];
  if (isOwnLine && separator === "") return [...comma, wholeLines(text, lead, tail)];
  const from = hasComma ? before - 1 : lead;
  if (hasComma && text.slice(before, lead).trim() !== "") {
    return [...comma, { start: endBefore(text, lead), end: coreEnd, text: "" }];
  }
  const isOnly = !hasComma && /^[ \t]*[)}\]]/.test(text.slice(coreEnd, lineEnd(text, coreEnd)));
  return [{ start: isOnly ? endBefore(text, from) : from, end: coreEnd, text: "" }];
}

/** Rewrites the whole statement: the remaining declarators may be parsed differently when only one is left. */
function removeDeclarator(code: CodeText, symbol: CodeSymbol, removals: readonly Replacement[]): Candidate {
  const { text } = code;
  const all = declaratorsWith(code, symbol);
  const first = all[0] ?? symbol;
  const start = skipBlanks(text, lineStart(text, first.span.start));
  const end = Math.max(extentOf(code, all.at(-1) ?? symbol).end, ...removals.map((each) => each.end));
  let rest = text.slice(start, end);
  for (const each of removals.toReversed()) {
    rest = rest.slice(0, each.start - start) + each.text + rest.slice(each.end - start);
  }
  const names = all.filter((other) => other !== symbol).map(({ name }) => name);
  return {
    replacements: [{ start, end, text: rest }],
    judge(after) {
      const left = new Set(declaredIn(after, after.region).map(({ name }) => name));
      const lost = names.filter((name) => !left.has(name));
      return lost.length === 0
        ? undefined
        : shared(
            symbol,
            all.filter(({ name }) => lost.includes(name)),
          );
    },
  };
}

/** From the start of the first line to the end of the last, including its line end. */
function wholeLines(text: string, from: number, to: number): Replacement {
  const start = lineStart(text, from);
  const end = lineEnd(text, to);
  return end < text.length ? { start, end: end + 1, text: "" } : { start: Math.max(0, start - 1), end, text: "" };
}

/** For a declaration that shares its line with other code. */
function removeOnLine({ text }: CodeText, { lead, end, tail }: Extent): Replacement {
  const isRest = text.slice(tail, lineEnd(text, tail)).trim() === "";
  if (isFirstOnLine(text, lead)) return { start: lead, end: isRest ? tail : skipBlanks(text, end), text: "" };
  const start = endBefore(text, lead);
  return { start, end: isRest ? tail : end, text: "" };
}

/** Removes whole lines only; keeps the larger number of blank lines above or below, and none at the edge of a block. */
function removeLines(code: CodeText, symbol: CodeSymbol, { lead, tail }: Extent): Replacement {
  const { text } = code;
  const start = lineStart(text, lead);
  const before = endBefore(text, start);
  const next = skipSpace(text, tail);
  const holder = holderOf(code, symbol);
  // Trailing whitespace on the line above is not ours.
  const above = before === 0 ? 0 : lineEnd(text, before) + 1;
  if (next >= text.length) {
    const isEnded = text.slice(endBefore(text, text.length)).includes("\n");
    return { start: isEnded ? above : Math.max(0, above - 1), end: text.length, text: "" };
  }
  const from = lineStart(text, next);
  const indent = indentAt(text, lead);
  const isHead = before <= (holder?.bodySpan?.start ?? -1) + 1 || before <= headEnd(code, holder);
  const isFirst = before === 0 || isHead || opensBlock(text, before, indent);
  const isLast = next >= (holder?.bodySpan?.end ?? Infinity) - 1 || closesBlock(text, next, indent);
  const gaps = [blankLinesIn(text, before, start), blankLinesIn(text, tail, from)] as const;
  if (isFirst) return { start: above, end: from, text: "" };
  return isLast || gaps[1] > gaps[0]
    ? { start: above, end: lineEnd(text, tail) + 1, text: "" }
    : { start, end: from, text: "" };
}

/** A body without braces begins after the head. */
function headEnd({ text }: CodeText, holder: CodeSymbol | undefined): number {
  if (holder?.bodySpan === undefined || text[holder.bodySpan.start] === "{") return -1;
  return endBefore(text, holder.bodySpan.start);
}

/** A block defined by indentation must not become empty; comments do not count. */
function leavesEmptyBlock(code: CodeText, { lead, tail, start }: Extent): boolean {
  const { text } = code;
  const before = codeEndBefore(code, lead);
  const next = codeStartAfter(code, tail);
  const own = indentAt(text, start).length;
  const isOpened = text[before - 1] === ":" && indentAt(text, before - 1).length < own;
  return isOpened && (next >= text.length || indentAt(text, next).length < own);
}
