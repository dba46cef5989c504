import type { Span } from "../../languages/language.ts";

export interface TokenSource {
  readonly text: string;
  /** Left out, as comments are. */
  readonly remarks: readonly Span[];
  /** Declarations that are compared on their own. */
  readonly inner: readonly Span[];
  /** Strings and other text, in which each sign counts. */
  readonly quoted: readonly Span[];
  /** Indentation is part of the code. */
  readonly isIndented: boolean;
}

/** A part of the code without its layout: spaces, line ends that end no statement, and the comma after the last of a list. */
export function withoutLayout(source: TokenSource, span: Span): string {
  return join(withoutLastCommas(readTokens(source, span)), source.isIndented);
}

interface Token {
  readonly text: string;
  readonly kind: "word" | "text" | "sign" | "inner";
  /** What separates it from the token before. */
  readonly gap: "none" | "space" | "line";
  readonly column: number;
}

function readTokens({ text, remarks, inner, quoted }: TokenSource, { start, end }: Span): readonly Token[] {
  const tokens: Token[] = [];
  const parts = [
    ...inner.map((part) => ({ ...part, kind: "inner" as const })),
    ...remarks.map((part) => ({ ...part, kind: "remark" as const })),
    ...quoted.map((part) => ({ ...part, kind: "text" as const })),
  ]
    .filter((part) => part.start < end && part.end > start)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  let at = start;
  let gap: Token["gap"] = "none";
  const push = (kind: Token["kind"], shown: string, from: number): void => {
    tokens.push({ kind, text: shown, gap, column: from - (text.lastIndexOf("\n", from - 1) + 1) });
    gap = "none";
  };
  const readPlain = (to: number): void => {
    for (const found of text.slice(at, to).matchAll(/\s+|[\p{L}\p{N}_$]+|[^]/gu)) {
      const [token] = found;
      if (/^\s/.test(token)) gap = token.includes("\n") || gap === "line" ? "line" : "space";
      else push(/^[\p{L}\p{N}_$]/u.test(token) ? "word" : "sign", token, at + found.index);
    }
  };
  for (const part of parts) {
    // A part within a part, such as a string within a template, is read with it.
    if (part.end <= at) continue;
    if (part.start > at) {
      readPlain(part.start);
      at = part.start;
    }
    const to = Math.min(part.end, end);
    if (part.kind === "text") push("text", text.slice(at, to).replaceAll("\r\n", "\n"), at);
    else if (part.kind === "inner") push("inner", "", at);
    else if (gap === "none") gap = text.slice(at, to).includes("\n") ? "line" : "space";
    at = to;
  }
  if (at < end) readPlain(end);
  return withoutSeparators(tokens);
}

/** What separates inner declarations is no code of the outer one. */
function withoutSeparators(tokens: readonly Token[]): readonly Token[] {
  const isInner = (at: number): boolean => tokens[at]?.kind === "inner";
  const isSeparator = ({ kind, text }: Token): boolean => kind === "sign" && (text === "," || text === ";");
  return tokens.filter((token, at) => !isSeparator(token) || !(isInner(at - 1) || isInner(at + 1)));
}

const openers = "([{";
const closers = ")]}";
/** Before a bracket, they make no call of it. */
const notCalled = /^(?:return|in|is|not|and|or|yield|await|if|elif|while|for|assert|raise|del|case|match|throw)$/;

/** Only where a line ends after it, and never where it makes a tuple or a hole. */
function withoutLastCommas(tokens: readonly Token[]): readonly Token[] {
  const open: { readonly isList: boolean; commas: number }[] = [];
  const dropped = new Set<Token>();
  for (const [at, token] of tokens.entries()) {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (token.kind !== "sign") continue;
    if (openers.includes(token.text)) open.push({ isList: isList(before, token), commas: 0 });
    else if (closers.includes(token.text)) open.pop();
    const around = open.at(-1);
    if (token.text !== "," || around === undefined) continue;
    const isLast = next?.kind === "sign" && closers.includes(next.text) && next.gap === "line";
    const isAfterOne = before !== undefined && !(before.kind === "sign" && `,${openers}`.includes(before.text));
    if (isLast && isAfterOne && (around.isList || around.commas > 0)) dropped.add(token);
    around.commas += 1;
  }
  return tokens.filter((token) => !dropped.has(token));
}

function isList(before: Token | undefined, { text, gap }: Token): boolean {
  if (text === "{") return true;
  const isBehindName =
    gap === "none" &&
    before !== undefined &&
    (before.kind === "word" ? !notCalled.test(before.text) : ")]>".includes(before.text));
  return text === "(" ? isBehindName : !isBehindName;
}

const operators = /^[-+*/%<>=&|!~^?:.@\\]$/;

function join(tokens: readonly Token[], isIndented: boolean): string {
  const out: string[] = [];
  const open: string[] = [];
  const columns: number[] = [];
  let before: Token | undefined;
  let isBehindInner = false;
  for (const read of tokens) {
    if (read.kind === "inner") {
      isBehindInner = true;
      continue;
    }
    const token = isBehindInner ? { ...read, gap: "line" as const } : read;
    isBehindInner = false;
    if (before === undefined) columns.push(token.column);
    else if (token.gap !== "none") out.push(separate(before, token));
    if (token.kind === "sign" && openers.includes(token.text)) open.push(token.text);
    else if (token.kind === "sign" && closers.includes(token.text)) open.pop();
    out.push(token.text);
    before = token;
  }
  return out.join("");

  function separate(left: Token, right: Token): string {
    if (right.gap === "line" && endsStatement(left, right)) {
      if (!isIndented) return "\n";
      while ((columns.at(-1) ?? 0) > right.column) columns.pop();
      if ((columns.at(-1) ?? -1) < right.column) columns.push(right.column);
      return `\n${" ".repeat(columns.length - 1)}`;
    }
    const isWord = ({ kind }: Token): boolean => kind === "word" || kind === "text";
    const isOperator = ({ kind, text }: Token): boolean => kind === "sign" && operators.test(text);
    return (isWord(left) && isWord(right)) || (isOperator(left) && isOperator(right)) ? " " : "";
  }

  function endsStatement(left: Token, right: Token): boolean {
    const inner = open.at(-1);
    if (inner === "(" || inner === "[") return false;
    if (isIndented) return inner === undefined;
    const isSign = ({ kind, text }: Token, signs: string): boolean => kind === "sign" && signs.includes(text);
    if (isSign(left, `${openers},;`) || isSign(right, `${closers},;.`)) return false;
    return !isSign(left, "=&|?:") && !(isSign(left, ")") && isSign(right, "{"));
  }
}
