import type { RawSymbol, Span } from "../language.ts";
import { docAbove, trimSpan } from "./spans.ts";
import { scanStylesheet, type StyleBlock } from "./stylesheet-blocks.ts";

/** The rules (by selector), at-rules, mixins, functions and variables of a style sheet or of an embedded one. */
export function outlineStylesheet(text: string, part: Span = { start: 0, end: text.length }): readonly RawSymbol[] {
  const { blocks, statements } = scanStylesheet(text, part);
  return [
    ...blocks.flatMap((block) => (isInKeyframes(block) ? [] : blockSymbols(text, block))),
    ...statements.flatMap(({ span, around }) => variableSymbols(text, span, around)),
  ];
}

function blockSymbols(text: string, block: StyleBlock): readonly RawSymbol[] {
  const { head, span, body } = block;
  const prelude = text.slice(head.start, head.end);
  const [, word = "", rest = ""] = /^@(?:-\w+-)?([\w-]+)\s*([^]*)$/.exec(prelude) ?? [];
  if (flow.has(word)) return [];
  const symbol = (kind: RawSymbol["kind"], nameSpan: Span): RawSymbol => ({
    name: text.slice(nameSpan.start, nameSpan.end).replaceAll(/\s+/g, " "),
    kind,
    span,
    nameSpan,
    bodySpan: body,
    docSpan: docOf(text, span.start),
  });
  const restStart = head.end - rest.length;
  if (word === "") return splitSelectors(text, head).map((selector) => symbol("rule", selector));
  if (word === "at-root" && rest !== "") {
    return splitSelectors(text, { start: restStart, end: head.end }).map((selector) => symbol("rule", selector));
  }
  const kind = namedKinds.get(word);
  const name = /^(?:[^\s(#{:;,]|#\{[^{}]*\})+/.exec(rest)?.[0];
  if (kind === undefined || name === undefined) return [symbol("section", head)];
  return [symbol(kind, { start: restStart, end: restStart + name.length })];
}

/** They only say when rules apply; the rules inside are listed as if they were not there. */
const flow = new Set(["if", "else", "each", "for", "while", "include"]);

const namedKinds: ReadonlyMap<string, RawSymbol["kind"]> = new Map([
  ["mixin", "macro"],
  ["function", "function"],
  ["keyframes", "rule"],
  ["property", "property"],
  ["utility", "rule"],
]);

/** Many style sheets are a single line: only what begins a line can have a comment above it. */
function docOf(text: string, start: number): Span | undefined {
  let at = start;
  while (at > 0 && /[ \t]/.test(text.charAt(at - 1))) at -= 1;
  return at > 0 && /[\r\n]/.test(text.charAt(at - 1)) ? docAbove(text, start, comments) : undefined;
}

const comments = { line: "//", blocks: [["/*", "*/"]] } as const;

function isInKeyframes({ around }: StyleBlock): boolean {
  return around !== undefined && around.word === "keyframes";
}

function splitSelectors(text: string, { start, end }: Span): readonly Span[] {
  const selectors: Span[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < end; at += 1) {
    const character = text.charAt(at);
    if (character === "/" && /[/*]/.test(text.charAt(at + 1))) at = behindComment(text, at, end) - 1;
    else if (character === "(" || character === "[" || character === "{") depth += 1;
    else if (character === ")" || character === "]" || character === "}") depth -= 1;
    else if (character === "," && depth <= 0) {
      if (selectors.length === maxSelectors) return selectors;
      selectors.push(withoutComments(text, from, at));
      from = at + 1;
    }
  }
  selectors.push(withoutComments(text, from, end));
  // The prelude of nested properties ends with a colon: `font: { family: serif; }`.
  return selectors.filter((selector) => selector.start < selector.end && !text.slice(start, end).endsWith(":"));
}

// A longer list is machine-generated.
const maxSelectors = 100;

function behindComment(text: string, start: number, end: number): number {
  const found = /^(?:\/\*[^]*?\*\/|\/\/[^\r\n]*)/.exec(text.slice(start, end));
  return start + Math.max(found?.[0].length ?? 0, 1);
}

/** A comment may precede each selector of a list. */
function withoutComments(text: string, start: number, end: number): Span {
  const before = /^(?:\s|\/\*[^]*?\*\/|\/\/[^\r\n]*[\r\n])*/.exec(text.slice(start, end))?.[0] ?? "";
  return trimSpan(text, start + before.length, end);
}

/** `$name: value` counts at the top level and is local elsewhere; `--name: value` is a property that others read. */
function variableSymbols(text: string, span: Span, around: StyleBlock | undefined): readonly RawSymbol[] {
  const name = /^(?:\$|--|@)(?:[^\s:;#{}()]|#\{[^{}]*\})+(?=\s*:)/.exec(
    text.slice(span.start, Math.min(span.end, span.start + 200)),
  )?.[0];
  if (name === undefined || (!name.startsWith("--") && around !== undefined)) return [];
  return [
    {
      name,
      kind: name.startsWith("--") ? "property" : "variable",
      span,
      nameSpan: { start: span.start, end: span.start + name.length },
      docSpan: docOf(text, span.start),
    },
  ];
}
