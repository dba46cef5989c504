import type { Span } from "../../languages/language.ts";
import { typeKinds, valueKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { placeSymbols } from "../place-symbols.ts";
import { type TokenSource, withoutLayout } from "./code-tokens.ts";

/** One version of a file. */
export interface FileVersion {
  readonly path: string;
  readonly language: string;
  readonly text: string;
  readonly symbols: readonly CodeSymbol[];
  readonly comments: readonly Span[];
  /** Strings and other text that is not code. */
  readonly quoted: readonly Span[];
  /** Indentation is part of the code. */
  readonly isIndented: boolean;
}

/** A declaration that other code can name, with its text in parts; what is declared inside of it is not part of its text. */
export interface DeclaredSymbol {
  readonly file: string;
  readonly language: string;
  readonly symbol: CodeSymbol;
  /** The nearest declaration around it. */
  readonly around: DeclaredSymbol | undefined;
  /** All of its own text with comments, to tell whether anything changed. */
  readonly whole: string;
  /** Its code up to the body or value, without comments and layout. */
  readonly head: string;
  readonly body: string;
  /** Its comments and documentation, without white space. */
  readonly remarks: string;
  /** Everything in it without comments, that of inner declarations included. */
  readonly all: string;
}

export interface ReadVersion {
  readonly declared: readonly DeclaredSymbol[];
  /** The code of the file outside of all declarations, without comments and layout. */
  readonly outside: string;
  /** The comments outside of all declarations. */
  readonly outsideRemarks: string;
}

/** The declarations of a version, outer ones first. Those local to a function belong to its body. */
export function readDeclared(file: FileVersion): ReadVersion {
  const { path, language, text, symbols, comments, quoted, isIndented } = file;
  const shown = placeSymbols(symbols).flatMap(({ symbol, isLocal }) => (isLocal || isText(symbol) ? [] : [symbol]));
  const outerFirst = shown.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const remarks = [...comments, ...symbols.flatMap(({ docSpan }) => docSpan ?? [])];
  const declared: DeclaredSymbol[] = [];
  const open: DeclaredSymbol[] = [];
  for (const symbol of outerFirst) {
    while (open.length > 0 && !contains(open.at(-1)?.symbol.span, symbol.span)) open.pop();
    const within = outerFirst.filter((each) => isInside(each.span, symbol.span));
    const inner = within.map(({ span }) => span);
    const apart = [...inner, ...within.flatMap(({ docSpan }) => docSpan ?? [])];
    const source: TokenSource = { text, remarks, inner, quoted, isIndented };
    const from = (start: number, end: number): string => withoutLayout(source, { start, end });
    const { start, end } = symbol.span;
    const cut = [...remarks, ...inner];
    const middle = bodyStart(symbol, text, cut);
    const bodyEnd = symbol.bodySpan?.end ?? end;
    const docs = symbol.docSpan === undefined ? "" : text.slice(symbol.docSpan.start, symbol.docSpan.end);
    const each: DeclaredSymbol = {
      file: path,
      language,
      symbol,
      around: open.at(-1),
      whole: `${plainCode(without(text, symbol.span, apart), inner.length > 0)}\n${evenLines(docs)}`,
      head: [from(start, middle), from(Math.max(bodyEnd, middle), end)].filter(Boolean).join("\n"),
      body: from(middle, Math.max(bodyEnd, middle)),
      remarks: textOf(text, [
        ...remarks.filter((each) => contains(symbol.span, each) && !apart.some((one) => contains(one, each))),
        ...(symbol.docSpan === undefined ? [] : [symbol.docSpan]),
      ]),
      all: plainCode(without(text, symbol.span, remarks), false),
    };
    declared.push(each);
    open.push(each);
  }
  const spans = outerFirst.map(({ span }) => span);
  const known = [...spans, ...outerFirst.flatMap(({ docSpan }) => docSpan ?? [])];
  return {
    declared,
    outside: withoutLayout({ text, remarks, inner: spans, quoted, isIndented }, { start: 0, end: text.length }),
    outsideRemarks: textOf(
      text,
      remarks.filter((each) => !known.some((one) => contains(one, each))),
    ),
  };
}

/** Parts of a text without white space, each once. */
function textOf(text: string, parts: readonly Span[]): string {
  const ends = new Map(parts.map(({ start, end }) => [start, end]));
  return Array.from(ends, ([start, end]) => text.slice(start, end).replaceAll(/\s+/g, "")).join("\n");
}

/** Parts of a text without code. */
function isText({ kind }: CodeSymbol): boolean {
  return kind === "section" || kind === "key" || kind === "rule" || kind === "table";
}

function contains(outer: Span | undefined, inner: Span): boolean {
  return outer !== undefined && outer.start <= inner.start && inner.end <= outer.end;
}

function isInside(inner: Span, outer: Span): boolean {
  return contains(outer, inner) && inner.end - inner.start < outer.end - outer.start;
}

/** Where the value of a declaration without a body begins is where its signature ends. */
function bodyStart({ kind, span, nameSpan, bodySpan }: CodeSymbol, text: string, cut: readonly Span[]): number {
  if (bodySpan !== undefined) return bodySpan.start;
  if (!valueKinds.has(kind) && kind !== "member") return span.end;
  const from = Math.max(nameSpan.end, span.start);
  const assigned = /(?<![=!<>+\-*/%&|^])(?::=|=(?![=>]))/g;
  assigned.lastIndex = from;
  for (let found = assigned.exec(text); found !== null && found.index < span.end; found = assigned.exec(text)) {
    const at = found.index;
    if (!cut.some(({ start, end }) => start <= at && at < end)) return at;
  }
  return span.end;
}

function without(text: string, { start, end }: Span, cut: readonly Span[]): string {
  const inside = cut.filter((each) => each.start < end && each.end > start).toSorted((a, b) => a.start - b.start);
  const kept: string[] = [];
  let at = start;
  for (const each of inside) {
    if (each.start > at) kept.push(text.slice(at, each.start));
    at = Math.max(at, each.end);
  }
  kept.push(text.slice(at, end));
  return kept.join("");
}

/** Lines without blank ones, moved to the left together. What separates inner declarations is no code of the outer one. */
function plainCode(text: string, hasInner: boolean): string {
  const lines = evenLines(text)
    .split("\n")
    .map((line) => (hasInner ? line.replace(/^[\s,;]+$|[\s,;]+$/g, "") : line.trimEnd()))
    .filter((line) => line !== "");
  const [first = "", ...rest] = lines;
  const indent = Math.min(...rest.map((line) => line.length - line.trimStart().length));
  return [first.trimStart(), ...rest.map((line) => line.slice(indent))].join("\n");
}

function evenLines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Whether a declaration only holds others, so that it changes only with its head. */
export function isContainer({ symbol }: DeclaredSymbol): boolean {
  return typeKinds.has(symbol.kind) || symbol.kind === "module";
}
