import type { DeclarationFacts, Language, RawSymbol, Span } from "../../languages/language.ts";
import { codeKinds, type SymbolKind, typeKinds, valueKinds } from "../../languages/symbol-kind.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import type { CodeSymbol } from "../code-symbol.ts";

const maxRead = 1_000;
const maxShown = 160;

/** Nests declarations, builds their paths and reads facts from their text. */
export function finishSymbols(
  language: Pick<Language, "isExported" | "isTest" | "isFreeFunction">,
  file: string,
  text: string,
  raw: readonly RawSymbol[],
): readonly CodeSymbol[] {
  const starts = lineStarts(text);
  const nested = nest(raw, (symbol) => language.isFreeFunction?.(headText(text, symbol)) === true);
  const overloads = countPaths(nested);
  const seen = new Map<string, number>();
  return nested.map(({ symbol, kind, path, parent }) => {
    const { name, span, nameSpan, bodySpan, docSpan } = symbol;
    const key = `${kind} ${path}`;
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    const facts: DeclarationFacts = {
      name,
      kind,
      head: headText(text, symbol),
      parentKind: parent === undefined ? undefined : nested[parent]?.kind,
      file,
    };
    return {
      name,
      kind,
      path,
      overload: (overloads.get(key) ?? 1) > 1 ? number : undefined,
      parent,
      span,
      nameSpan,
      bodySpan,
      docSpan,
      line: lineIndexAt(starts, nameSpan.start),
      startLine: lineIndexAt(starts, span.start),
      endLine: lineIndexAt(starts, Math.max(span.start, span.end - 1)) + 1,
      signature: shortSignature(text, { start: symbol.headStart ?? span.start, end: bodyStart(symbol) }, name),
      doc:
        docSpan === undefined
          ? undefined
          : summariseDoc(text.slice(docSpan.start, Math.min(docSpan.end, docSpan.start + maxHead))),
      exported: (symbol.exported === true && parent === undefined) || (language.isExported?.(facts) ?? false),
      test: kind === "test" || (language.isTest?.(facts) ?? false),
    };
  });
}

const maxHead = 2_000;

interface Nested {
  readonly symbol: RawSymbol;
  readonly kind: SymbolKind;
  readonly path: string;
  readonly parent: number | undefined;
}

/** Symbols that begin first are the outer ones; local values inside code are left out. */
function nest(raw: readonly RawSymbol[], isFree: (symbol: RawSymbol) => boolean): readonly Nested[] {
  const sorted = [...raw].sort(
    (a, b) => a.span.start - b.span.start || b.span.end - a.span.end || bodies(a) - bodies(b),
  );
  const nested: Nested[] = [];
  const byPath = new Map<string, number>();
  const open: { readonly index: number; readonly span: Span; readonly isCode: boolean }[] = [];
  for (const symbol of sorted) {
    while (open.length > 0 && (open.at(-1)?.span.end ?? 0) <= symbol.span.start) open.pop();
    const outside = open.filter(
      ({ index, span }) => isAround(span, symbol.span) && !isParameterOf(nested[index], symbol),
    );
    if (valueKinds.has(symbol.kind) && outside.at(-1)?.isCode === true) continue;
    const around = outside.at(-1)?.index;
    if (symbol.inValue === true && !isValue(around === undefined ? undefined : nested[around])) continue;
    const owner = symbol.owner === undefined ? undefined : byPath.get(symbol.owner);
    const parent = around ?? owner;
    const base = around === undefined ? undefined : nested[around]?.path;
    // Inside the owner it may be named once more: `def Shape.open` in `class Shape`.
    const below = around !== undefined && nested[around]?.symbol.name === symbol.owner ? undefined : symbol.owner;
    const prefix = [base, below].filter((part) => part !== undefined).join("/");
    const path = prefix === "" ? symbol.name : `${prefix}/${symbol.name}`;
    const parentKind = parent === undefined ? undefined : nested[parent]?.kind;
    const isMethod =
      symbol.kind === "function" &&
      (symbol.owner !== undefined || (parentKind !== undefined && typeKinds.has(parentKind))) &&
      !isFree(symbol);
    const kind = isMethod ? "method" : symbol.kind;
    open.push({ index: nested.length, span: symbol.span, isCode: codeKinds.has(kind) });
    if (!byPath.has(path) || typeKinds.has(kind)) byPath.set(path, nested.length);
    nested.push({ symbol, kind, path, parent });
  }
  return nested;
}

function isValue(symbol: Nested | undefined): boolean {
  return symbol !== undefined && valueKinds.has(symbol.kind);
}

/** Of symbols that share a whole declaration, the one with the body comes last: the struct in `struct a { int b; } c`. */
function bodies({ bodySpan }: RawSymbol): number {
  return bodySpan === undefined ? 0 : 1;
}

/** Symbols that share a whole declaration are siblings: `x, y int`. */
function isAround(outer: Span, inner: Span): boolean {
  return inner.end <= outer.end && !(inner.start === outer.start && inner.end === outer.end);
}

/** A constructor parameter that also declares a property belongs to the class. */
function isParameterOf(outer: Nested | undefined, { kind, span }: RawSymbol): boolean {
  return outer?.kind === "constructor" && kind === "property" && span.end <= bodyStart(outer.symbol);
}

function countPaths(nested: readonly Nested[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, path } of nested) counts.set(`${kind} ${path}`, (counts.get(`${kind} ${path}`) ?? 0) + 1);
  return counts;
}

function headText(text: string, symbol: RawSymbol): string {
  const start = symbol.statementStart ?? symbol.span.start;
  return text.slice(start, Math.min(bodyStart(symbol), start + maxHead));
}

function bodyStart({ span, nameSpan, bodySpan }: RawSymbol): number {
  return bodySpan !== undefined && bodySpan.start >= nameSpan.end ? bodySpan.start : span.end;
}

/** A declaration up to its body on one line; truncated if it is too long, always with the name. */
function shortSignature(text: string, { start, end }: Span, name: string): string {
  const head = text
    .slice(start, Math.min(end, start + maxRead))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([([]) | (?=[)\]])/g, "$1")
    .replaceAll(/,([)\]])/g, "$1")
    .trim()
    .replace(/\s*(?:\{|=>|=|:|\bdo|\bthen|\bbegin|\bwhere|->)$/, "")
    .replace(/;$/, "");
  if (head.length <= maxShown) return head;
  const cut = head.slice(0, maxShown - 1);
  return cut.includes(name) ? `${cut}…` : `${name}: ${cut.slice(0, maxShown - name.length - 3)}…`;
}

/** The first sentence of a doc comment, without comment marks. */
function summariseDoc(comment: string): string | undefined {
  const lines = comment.split(/\r\n|\n|\r/).map(withoutMarks);
  const paragraph: string[] = [];
  for (const line of lines) {
    if (line === "" || /^[@:\\]\w/.test(line) || /^[-=*_~]{3,}$/.test(line)) {
      if (paragraph.length > 0) break;
      continue;
    }
    paragraph.push(line);
  }
  const text = paragraph
    .join(" ")
    .replaceAll(/<\/?(?:summary|p|code|b|i|para|remarks)>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const sentence = /^.*?[.!?](?=\s|$)(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)/.exec(text)?.[0] ?? text;
  if (!/\p{L}/u.test(sentence)) return undefined;
  return sentence.length <= maxShown ? sentence : `${sentence.slice(0, maxShown - 1)}…`;
}

function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(
      /^(?:\/\*\*?!?|\/\/[/!]?|#+[!']?|--+(?:\[=*\[|\s?[|^](?=\s))?|;+|%+|\*+(?!\/)|\{-\s?\|?|\(\*+|[rRuUbBfF]{0,2}(?:"""|'''|"|'))\s?/,
      "",
    )
    .replace(/\s*(?:\*+\/|-\}|\*+\)|\]=*\]|"""|'''|"|')$/, "")
    .trim();
}
