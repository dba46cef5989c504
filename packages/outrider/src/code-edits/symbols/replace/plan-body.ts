import { ToolError } from "toolwright";
import type { Span } from "../../../languages/language.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import type { EditContext } from "../../edit-context.ts";
import { type AfterEdit, type Candidate, declaredIn } from "../apply-first-valid.ts";
import { commentsAbove, extentOf } from "../layout/extent.ts";
import type { CodeText } from "../text/code-text.ts";
import { fitCode, trimCode } from "../text/fit-code.ts";
import { indentAt, isFirstOnLine, isLong } from "../text/lines.ts";
import type { Planner } from "./plan-declaration.ts";

/** Replaces only the body. */
export function planBody(context: EditContext, code: CodeText, symbol: CodeSymbol): Planner {
  const body = bodyOf(code, symbol);
  const old = code.text.slice(body.start, body.end);
  const isBraced = old.startsWith("{") && old.endsWith("}");
  return {
    async candidates(sent) {
      const made = isBraced
        ? await inBraces(context, code, body, sent)
        : await asStatements(context, code, symbol, body, sent);
      return made.map((candidate) => ({
        ...candidate,
        judge: (after) => requireBody(symbol, after) ?? candidate.judge?.(after),
      }));
    },
    notesAfter: () => [],
  };
}

function bodyOf({ text }: CodeText, symbol: CodeSymbol): Span {
  const { bodySpan, path, kind } = symbol;
  if (bodySpan === undefined) {
    throw new ToolError(
      "no_body",
      `${kind} ${visibleLine(path)} has no body; \`part\`: "declaration" replaces all of it. Nothing was changed.`,
    );
  }
  // Skip a word before the braces: `interface {…}` in Go.
  const [word] = /^\w+\s*(?=\{)/.exec(text.slice(bodySpan.start, bodySpan.end)) ?? [""];
  return { start: bodySpan.start + word.length, end: bodySpan.end };
}

/** Accepts new code with or without its own braces. */
async function inBraces(
  context: EditContext,
  code: CodeText,
  { start, end }: Span,
  sent: string,
): Promise<readonly Candidate[]> {
  const { text, unit } = code;
  // The opening brace may be on a line of parameters; the closing one is indented like the declaration.
  const indent = indentAt(text, isFirstOnLine(text, end - 1) ? end - 1 : start);
  const body = trimCode(sent);
  const candidates: Candidate[] = [];
  if (body.trimStart().startsWith("{") && body.endsWith("}")) {
    const fitted = await fitCode(context, code, body.trimStart(), { start, end, indent });
    candidates.push({ replacements: [{ start, end, text: fitted.trimStart() }], judge: isWholeBody(start) });
  }
  const isInline = !isLong(body) && !text.slice(start, end).includes("\n");
  const around = isInline ? (["{ ", " }"] as const) : (["{\n", `\n${indent}}`] as const);
  const inner = await fitCode(context, code, body, { start, end, indent: isInline ? "" : indent + unit, around });
  const replacement = { start, end, text: around[0] + inner + around[1] };
  return [...candidates, { replacements: [replacement], judge: isWholeBody(start) }];
}

/** The new body has to cover all of the new text; otherwise its brackets do not match. */
function isWholeBody(start: number): (after: AfterEdit) => ToolError | undefined {
  return ({ symbols, region, text }) => {
    const bodies = symbols.flatMap(({ bodySpan }) => bodySpan ?? []);
    const own = bodies.find(
      (span) =>
        span.start <= start &&
        /^\w*\s*$/.test(text.slice(span.start, start)) &&
        span.end >= region.start &&
        span.end > start,
    );
    if (own === undefined || own.end === region.end) return undefined;
    return new ToolError(
      "broken_syntax",
      "`body` closes the body before its end, or leaves it open: its brackets do not fit. Nothing was changed.",
    );
  };
}

const assigned = /^(=>|=)\s*/;

/** Statements in a block defined by indentation or closed by `end`, or an expression. */
async function asStatements(
  context: EditContext,
  code: CodeText,
  symbol: CodeSymbol,
  body: Span,
  sent: string,
): Promise<readonly Candidate[]> {
  const { text, unit } = code;
  const { inlineBody } = code.rules;
  const [sign] = assigned.exec(text.slice(body.start, body.end)) ?? [];
  if (sign !== undefined) return await asAssigned(context, code, symbol, body, sent);
  const { start, end } = statementsOf(code, symbol, body, sent);
  const clean = trimCode(sent);
  const own = indentAt(text, start);
  if (isFirstOnLine(text, start) && start < end) {
    const fitted = await fitCode(context, code, clean, { start, end, indent: own });
    return [{ replacements: [{ start, end, text: fitted.trimStart() }] }];
  }
  if (start === end) {
    const doc = symbol.docSpan ?? { start, end };
    const fitted = await fitCode(context, code, clean, { start, end, indent: own });
    return [{ replacements: [{ ...doc, text: `${text.slice(doc.start, doc.end)}\n${fitted}` }] }];
  }
  const isExpression = inlineBody !== undefined || symbol.kind === "macro";
  if (!isLong(clean) || isExpression) {
    const fitted = await fitCode(context, code, clean, { start, end, indent: own });
    const inline: Candidate = {
      replacements: [{ start, end, text: fitted.trimStart().replace(/;$/, "") }],
      judge: endsAt,
    };
    if (inlineBody !== "expression or block") return [{ replacements: [{ start, end, text: fitted.trimStart() }] }];
    const inner = await fitCode(context, code, clean, { start, end, indent: own + unit, around: ["{\n", `\n${own}}`] });
    return [inline, { replacements: [{ start, end, text: `{\n${inner}\n${own}}` }], judge: isWholeBody(start) }];
  }
  const from = text.slice(0, start).trimEnd().length;
  const fitted = await fitCode(context, code, clean, { start, end, indent: own + unit });
  return [{ replacements: [{ start: from, end, text: `\n${fitted}` }] }];
}

/** The new text has to be a single expression: `a, b` would be two. */
function endsAt({ symbols, region }: AfterEdit): ToolError | undefined {
  const own = symbols.find(({ bodySpan }) => bodySpan?.start === region.start);
  if (own?.bodySpan !== undefined && own.bodySpan.end === region.end) return undefined;
  return new ToolError("broken_syntax", "`body` is no single expression, nor a block in braces. Nothing was changed.");
}

/** `=> x` and `= x`: with or without the sign; a block replaces both. */
async function asAssigned(
  context: EditContext,
  code: CodeText,
  symbol: CodeSymbol,
  { start, end }: Span,
  sent: string,
): Promise<readonly Candidate[]> {
  const { text } = code;
  const [sign = ""] = assigned.exec(text.slice(start, end)) ?? [];
  const clean = trimCode(sent).trimStart();
  const indent = indentAt(text, start);
  const fitted = (await fitCode(context, code, clean, { start, end, indent })).trimStart();
  if (fitted.startsWith("{") && fitted.endsWith("}") && extentOf(code, symbol).coreEnd === end) {
    return [{ replacements: [{ start, end: extentOf(code, symbol).end, text: fitted }] }];
  }
  const value = fitted.replace(assigned, "").replace(/;$/, "");
  return [{ replacements: [{ start: start + sign.length, end, text: value }] }];
}

/** Includes comments above the first statement, but not a docstring, unless the new code has one. */
function statementsOf(code: CodeText, { docSpan, nameSpan }: CodeSymbol, body: Span, sent: string): Span {
  const { text } = code;
  const hasDoc = docSpan !== undefined && docSpan.start >= body.start && docSpan.end <= body.end;
  if (hasDoc && !/^\s*(?:[rRuU]?"""|[rRuU]?'''|"|')/.test(sent)) {
    const at = docSpan.end + (/^\s*/.exec(text.slice(docSpan.end, body.end))?.[0].length ?? 0);
    return at >= body.end ? { start: docSpan.end, end: docSpan.end } : { start: at, end: body.end };
  }
  const above = isFirstOnLine(text, body.start) ? commentsAbove(code, body.start) : body.start;
  return { start: above > nameSpan.end ? above : body.start, end: body.end };
}

/** A declaration sent as a body would end up inside itself. */
function requireBody(symbol: CodeSymbol, after: AfterEdit): ToolError | undefined {
  const [first] = declaredIn(after, after.region);
  if (first === undefined || first.name !== symbol.name) return undefined;
  if (
    /[;\n]/.test(
      after.text
        .slice(after.region.start, first.span.start)
        .trim()
        .replace(/^\{\s*/, ""),
    )
  )
    return undefined;
  return new ToolError(
    "not_a_body",
    `\`body\` declares ${visibleLine(symbol.name)} itself, which would then stand inside of itself: send only what is in the body, or leave \`part\` out. Nothing was changed.`,
  );
}
