import type { Span } from "../language.ts";
import { trimSpan } from "./spans.ts";

export interface StyleBlock {
  /** The word of an at-rule without `@` and vendor prefix; empty for a rule. */
  readonly word: string;
  readonly head: Span;
  readonly span: Span;
  readonly body: Span;
  readonly around: StyleBlock | undefined;
}

export interface StyleStatement {
  readonly span: Span;
  readonly around: StyleBlock | undefined;
}

interface OpenBlock {
  readonly word: string;
  readonly head: Span;
  readonly span: { readonly start: number; end: number };
  readonly body: { readonly start: number; end: number };
  readonly around: OpenBlock | undefined;
}

/**
 * Finds blocks and statements by braces and semicolons. No grammar is used: the one for SCSS fails on maps, `!default`,
 * `@extend` and `> a`, and one lost brace there loses whole rules.
 */
export function scanStylesheet(text: string, { start, end }: Span) {
  const blocks: OpenBlock[] = [];
  const statements: StyleStatement[] = [];
  let around: OpenBlock | undefined;
  let from = start;
  let at = start;
  let depth = 0;
  let hasText = false;
  const token = new RegExp(tokens, "g");

  const endStatement = (stop: number) => {
    const span = trimSpan(text, from, stop);
    if (span.start < span.end) statements.push({ span, around });
  };

  while (at < end) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null || match.index >= end) break;
    const [found] = match;
    at = match.index + found.length;
    if (found.startsWith("/*") || found.startsWith("//")) {
      hasText ||= text.slice(from, match.index).trim() !== "";
      if (!hasText) from = at;
      continue;
    }
    if (found === ";") {
      endStatement(at);
      from = at;
      hasText = false;
    } else if (found === "{") {
      const head = trimSpan(text, from, match.index);
      const word = /^@(?:-\w+-)?([\w-]+)/.exec(text.slice(head.start, Math.min(head.end, head.start + 40)))?.[1] ?? "";
      around = { word, head, span: { start: head.start, end }, body: { start: match.index, end }, around };
      depth += 1;
      if (depth <= deepest) blocks.push(around);
      from = at;
      hasText = false;
    } else if (found === "}") {
      endStatement(match.index);
      if (around !== undefined) {
        around.span.end = at;
        around.body.end = at;
        around = around.around;
        depth -= 1;
      }
      from = at;
      hasText = false;
    }
  }
  for (let open = around; open !== undefined; open = open.around) {
    open.span.end = trimSpan(text, open.span.start, end).end;
    open.body.end = open.span.end;
  }
  endStatement(end);
  return { blocks: blocks.filter(({ head }) => head.start < head.end), statements } satisfies {
    readonly blocks: readonly StyleBlock[];
    readonly statements: readonly StyleStatement[];
  };
}

// Deeper rules are an accident, such as braces that are never closed.
const deepest = 50;

/** What is skipped (comments, strings, URLs, interpolations, escapes), and what counts. */
const tokens = [
  String.raw`\/\*[^]*?(?:\*\/|$)`,
  String.raw`(?<![:\w])\/\/[^\r\n]*`,
  String.raw`"(?:[^"\\\r\n]|\\[^])*"?`,
  String.raw`'(?:[^'\\\r\n]|\\[^])*'?`,
  String.raw`url\((?!\s*["'])[^)\r\n]*\)?`,
  String.raw`#\{(?:[^{}]|\{[^{}]*\})*\}`,
  String.raw`\\[^]`,
  "[;{}]",
].join("|");
