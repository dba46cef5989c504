import { positionAt } from "../../lsp/resolve/symbol-at.ts";
import type { Range, RawDiagnostic } from "../../lsp/server/language-server.ts";
import type { Span } from "../../languages/language.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { lineStarts } from "../../workspace/text/line-ends.ts";

/** One `textDocument/codeAction` request: which kind of actions, where, and for which problems. */
export interface ActionQuestion {
  readonly range: Range;
  readonly only: "quickfix" | "refactor" | "source";
  readonly diagnostics: readonly RawDiagnostic[];
}

export interface AskedPart {
  readonly text: string;
  readonly symbol: CodeSymbol | undefined;
  readonly diagnostics: readonly RawDiagnostic[];
}

/** Each takes a request, and the first ones are the most severe. */
const maxProblems = 30;

/** The requests needed to get all actions: servers offer different ones for a name, a whole declaration and its inside. */
export function actionQuestions(part: AskedPart): {
  readonly questions: readonly ActionQuestion[];
  readonly left: number;
} {
  const { text, symbol } = part;
  const starts = lineStarts(text);
  const rangeOf = ({ start, end }: Span): Range => ({
    start: positionAt({ starts }, start),
    end: positionAt({ starts }, end),
  });
  const whole = rangeOf(symbol?.span ?? { start: 0, end: text.length });
  const problems = part.diagnostics
    .filter(({ range }) => symbol === undefined || isWithin(range, whole))
    .toSorted((one, other) => one.severity - other.severity);
  const fixes = problems
    .slice(0, maxProblems)
    .map((each): ActionQuestion => ({ range: each.range, only: "quickfix", diagnostics: [each] }));
  const left = problems.length - fixes.length;
  if (symbol === undefined) {
    return { questions: [...fixes, { range: whole, only: "source", diagnostics: problems }], left };
  }
  const name = { start: symbol.nameSpan.start, end: symbol.nameSpan.start };
  const spans = [name, symbol.span, ...insideOf(text, symbol)];
  const refactorings = spans.map((span): ActionQuestion => ({
    range: rangeOf(span),
    only: "refactor",
    diagnostics: [],
  }));
  return { questions: [...fixes, ...refactorings], left };
}

/** What could be extracted from a declaration: the statements of its body, or its value. */
function insideOf(text: string, { span, nameSpan, bodySpan }: CodeSymbol): readonly Span[] {
  const body = bodySpan ?? valueOf(text, { start: nameSpan.end, end: span.end });
  if (body === undefined) return [];
  const code = text.slice(body.start, body.end);
  const [before = ""] = /^\s*\{?\s*/.exec(code) ?? [];
  const [after = ""] = (before.includes("{") ? /\s*\}?\s*$/ : /[\s;]*$/).exec(code.slice(before.length)) ?? [];
  const inside = { start: body.start + before.length, end: body.end - after.length };
  return inside.end > inside.start ? [inside] : [];
}

function valueOf(text: string, { start, end }: Span): Span | undefined {
  const [before] = /^[^=]*[^=!<>]=(?![=>])/.exec(` ${text.slice(start, end)}`) ?? [];
  return before === undefined ? undefined : { start: start + before.length - 1, end };
}

function isWithin({ start, end }: Range, whole: Range): boolean {
  return compare(start, whole.start) >= 0 && compare(end, whole.end) <= 0;
}

function compare(one: Range["start"], other: Range["start"]): number {
  return one.line - other.line || one.character - other.character;
}
