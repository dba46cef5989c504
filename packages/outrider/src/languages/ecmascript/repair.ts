import { type Replacement, replaceParts } from "../replace-parts.ts";

/** A word, punctuation mark, string or regular expression of JavaScript or TypeScript. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const unread = /(?:\s+|\/\/.*|\/\*[^]*?(?:\*\/|$))*/y;
const template = /[`}](?:\\[^]?|\$(?!\{)|[^`\\$]+)*(?:`|\$\{|$)/y;

// Bounded, as every `/` on a very long line may be attempted.
const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/[\\\n]){1,200}\/\w*/y;
const token = /[\w$#@\u0080-\uffff]+|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|=>|\.\.\.|[^]/y;

/** Removes TypeScript that the grammar cannot parse; each rule looks at one token and its neighbours. */
export function repairTypescript(text: string): string {
  const tokens = [...readTokens(text)];
  const parts: Replacement[] = [];
  const open: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    // Only directly inside `{`: a line break inside other brackets does not end a member.
    if (before !== undefined && open.at(-1) === "{" && startsSignature(before, token, text)) {
      parts.push({ start: token.start - 1, end: token.start, by: ";" });
    } else if (isHidden(tokens, at)) parts.push(token);
    else if (token.text === "using") parts.push(...repairUsing(tokens, at, text));
    else for (const part of repairToken(tokens, at)) parts.push(part);
    if (/^[([{]$/.test(token.text)) open.push(token.text);
    else if (/^[)\]}]$/.test(token.text)) open.pop();
  }
  return replaceParts(text, parts);
}

/** A call signature separated from the previous member only by a line break: `<` or `(` after something that may end a type. */
function startsSignature(before: Token, { text, start }: Token, source: string): boolean {
  if (text !== "<" && text !== "(") return false;
  if (!/[\w$)\]}>"'`\u0080-\uffff]$/.test(before.text) || goesOn.test(before.text)) return false;
  const between = source.slice(before.end, start);
  return between.includes("\n") && /\s$/.test(between);
}

/** A type or a statement continues after these. */
const goesOn =
  /^(?:=>|extends|keyof|typeof|infer|is|in|of|new|return|as|satisfies|readonly|unique|default|await|yield|case|asserts)$/;

/** Words that say nothing about what is declared. */
function isHidden(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? "";
  const next = tokens[at + 1]?.text ?? "";
  switch (tokens[at]?.text) {
    case "in":
    case "out":
      return /^(?:<|,|in|const)$/.test(before) && /^(?!(?:as|satisfies|instanceof|extends|of)$)[A-Za-z_$]/.test(next);
    case "accessor":
      return before !== "." && /^[\w$#]/.test(next);
    case "type":
      return before === "export" && next === "*";
    case "readonly":
      return before === "keyof";
    case "defer":
      return before === "import" && next === "*";
    default:
      return false;
  }
}

function repairToken(tokens: readonly Token[], at: number): readonly Replacement[] {
  const token = tokens[at];
  if (token === undefined) return [];
  if (token.text === "import") return repairImport(tokens, at);
  if (token.text === "with") return repairAttributes(tokens, at);
  if (typeNames.test(token.text)) return repairTypeName(tokens, at);
  return /^[`}]/.test(token.text) && token.text.includes("\\") ? escapesIn(token) : [];
}

const typeNames = /^(?:any|string|number|boolean|object|unknown|symbol|never|void)$/;

/** Template literal types must not contain escapes. */
function escapesIn({ text, start }: Token): readonly Replacement[] {
  return [...text.matchAll(/\\[^]/g)].map(({ index }) => ({ start: start + index, end: start + index + 2 }));
}

/** `f<typeof import("x")>()` and `import("x").Y<Z>`. */
function repairImport(tokens: readonly Token[], at: number): readonly Replacement[] {
  const before = tokens[at - 1];
  const [token, open, source, close, next, , last] = tokens.slice(at, at + 7);
  if (token === undefined || open?.text !== "(" || close?.text !== ")" || next === undefined) return [];
  if (!/^["']/.test(source?.text ?? "")) return [];
  if (before?.text === "typeof" && next.text === ">") return [{ start: before.start, end: close.end, by: "any" }];
  return next.text === "." && last?.text === "<" ? [{ start: token.start, end: next.end }] : [];
}

/** `export … from "x" with { … }`. */
function repairAttributes(tokens: readonly Token[], at: number): readonly Replacement[] {
  const [before, token, open, ...rest] = tokens.slice(Math.max(0, at - 1), at + 12);
  const close = rest.find(({ text }) => text === "}");
  if (token === undefined || close === undefined || open?.text !== "{") return [];
  return /["']$/.test(before?.text ?? "") ? [{ start: token.start, end: close.end }] : [];
}

/** `(any) => void` and `(typeof symbol)[]`, where a value has the name of a type. */
function repairTypeName(tokens: readonly Token[], at: number): readonly Replacement[] {
  const token = tokens[at];
  if (token === undefined) return [];
  const before = tokens[at - 1]?.text;
  const isAsked = before === "typeof" && tokens[at - 2]?.text === "(";
  const isOnly = before === "(" && tokens[at + 1]?.text === ")" && tokens[at + 2]?.text === "=>";
  return isAsked || isOnly ? [otherName(token)] : [];
}

/** The grammar knows `using x = …` only as a statement: not in a loop head, and not as the name of a value. */
function repairUsing(tokens: readonly Token[], at: number, source: string): readonly Replacement[] {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token === undefined || before?.text === "." || before?.text === "function") return [];
  const declares =
    next !== undefined &&
    /^(?!(?:as|satisfies|instanceof|in|of)$)[A-Za-z_$\u0080-\uffff]/.test(next.text) &&
    !source.slice(token.end, next.start).includes("\n");
  if (!declares) return [otherName(token)];
  const isLater = before?.text === "await";
  const [loop, open] = isLater ? [tokens[at - 3], tokens[at - 2]] : [tokens[at - 2], before];
  if (open?.text !== "(" || !/^(?:for|await)$/.test(loop?.text ?? "")) return [];
  return [...(isLater ? [before] : []), { ...token, by: "const" }];
}

/** Only for the parser: the tree still returns the original name. */
function otherName(token: Token): Replacement {
  return { ...token, by: `_${token.text.slice(1)}` };
}

/** The tokens of a text, without whitespace and comments; a template is one token up to each `${`, and one after each `}`. */
function* readTokens(text: string): Generator<Token> {
  /** For every open `{`, whether it is in a template. */
  const braces: boolean[] = [];
  let before = "";
  let at = 0;
  while (at < text.length) {
    unread.lastIndex = at;
    at += unread.exec(text)?.[0].length ?? 0;
    if (at >= text.length) return;
    const start = at;
    const mark = text[at];
    const inTemplate = mark === "`" || (mark === "}" && braces.pop() === true);
    const pattern = inTemplate ? template : mark === "/" && !endsValue(before) ? regularExpression : token;
    pattern.lastIndex = at;
    before = pattern.exec(text)?.[0] ?? text.slice(at, at + 1);
    at += before.length;
    if (before.endsWith("{")) braces.push(inTemplate);
    yield { text: before, start, end: at };
  }
}

/** After these, a `/` is a division. */
function endsValue(before: string): boolean {
  if (/^(?:return|typeof|case|do|else|in|instanceof|new|void|delete|await|yield|of|throw)$/.test(before)) return false;
  return /[\w$)\]}"'`\u0080-\uffff]$/.test(before);
}
