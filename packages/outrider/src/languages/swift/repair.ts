import { type Replacement, replaceParts } from "../replace-parts.ts";

/** Ways to make Swift parsable that is newer than the grammar: with all branches of conditionals, and with the first ones only. */
export const swiftRepairs: readonly ((text: string) => string)[] = [
  (text) => repairSwift(text, false),
  (text) => repairSwift(text, true),
];

function repairSwift(text: string, onlyFirst: boolean): string {
  const parts: Replacement[] = [];
  const tokens = [...readTokens(text)];
  parts.push(...hideDirectives(text, tokens, onlyFirst));
  for (const [at, token] of tokens.entries()) parts.push(...repairToken(tokens, at, token, text));
  return replaceParts(text, parts);
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words, strings and punctuation without comments; a string with its interpolations is one token. */
function* readTokens(text: string): Generator<Token> {
  let at = 0;
  while (at < text.length) {
    comment.lastIndex = at;
    at += comment.exec(text)?.[0].length ?? 0;
    if (at >= text.length) return;
    pattern.lastIndex = at;
    let length = pattern.exec(text)?.[0].length ?? 1;
    const quote = /^#*"/.exec(text.slice(at, at + 20))?.[0];
    if (quote !== undefined) length = endOfString(text, at, quote.length - 1) - at;
    yield { text: text.slice(at, at + length), start: at, end: at + length };
    at += length;
  }
}

const comment = /(?:\s+|\/\/.*|\/\*[^]*?(?:\*\/|$))*/y;
const pattern = /#?[\p{L}_$][\p{L}\d_$]*|`[^`\n]*`|\d[\w.]*|->|\.\.\.|[^]/uy;

/** Behind the string; an interpolation may hold strings of its own. */
function endOfString(text: string, start: number, hashes: number): number {
  const open = start + hashes;
  const isLong = text.startsWith('"""', open);
  const close = (isLong ? '"""' : '"') + "#".repeat(hashes);
  const escape = `\\${"#".repeat(hashes)}`;
  for (let at = open + (isLong ? 3 : 1); at < text.length; at += 1) {
    if (text.startsWith(close, at)) return at + close.length;
    if (!isLong && text[at] === "\n") return at;
    if (!text.startsWith(escape, at)) continue;
    at += escape.length;
    if (text[at] === "(") at = endOfInterpolation(text, at);
  }
  return text.length;
}

function endOfInterpolation(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === "(") depth += 1;
    else if (mark === ")") depth -= 1;
    else if (mark === '"') at = endOfString(text, at, 0) - 1;
    if (depth === 0 || mark === undefined) return at;
  }
  return text.length;
}

/** `#if`, `#elseif`, `#else` and `#endif` become whitespace. */
function hideDirectives(text: string, tokens: readonly Token[], onlyFirst: boolean): readonly Replacement[] {
  const parts: Replacement[] = [];
  const open: (Token | undefined)[] = [];
  for (const token of tokens) {
    if (!/^#(?:if|elseif|else|endif)$/.test(token.text)) continue;
    const line = { start: token.start, end: endOfLine(text, token.end) };
    if (token.text === "#if") open.push(undefined);
    const hidden = open.at(-1);
    if (token.text === "#endif") open.pop();
    // Inside of a branch that is hidden as a whole.
    const isOuter = open.slice(0, -1).every((one) => one === undefined);
    const isShort = hidden !== undefined && line.start - hidden.start <= maxDropped;
    if (onlyFirst && isShort && isOuter) parts.push({ start: hidden.start, end: line.start });
    parts.push(line);
    if (onlyFirst && token.text.startsWith("#else")) open[open.length - 1] = token;
  }
  return parts.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** Longer branches are never dropped: what is in them would not be seen any more. */
const maxDropped = 1_500;

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end === -1 ? text.length : end);
  const note = line.indexOf("//");
  return start + (note === -1 ? line.length : note);
}

function repairToken(tokens: readonly Token[], at: number, token: Token, text: string): readonly Replacement[] {
  const [before, next] = [tokens[at - 1]?.text ?? "", tokens[at + 1]?.text ?? ""];
  const { text: word } = token;
  if (word.startsWith("#")) return repairHash(tokens, at, token, text);
  if (word.startsWith("`")) return word.length > 2 ? spacesIn(token) : [];
  if (word === "package" && before !== "." && isWord(next)) return [{ ...token, by: "private" }];
  if (word === "(" && before === "throws") return hideTo(tokens, at, ")");
  if (word === "if" || word === "switch") return startStatement(tokens, at, text);
  if (ownership.test(word) && before !== "." && /^(?:[\p{L}_[(@]|func$)/u.test(next) && next !== "in") {
    return isModifier(before) ? [token] : [];
  }
  if (word === "~" && /^(?:Copyable|Escapable|BitwiseCopyable)$/.test(next)) return [token];
  if (word === "(" && before === "nonisolated" && /^(?:unsafe|nonsending)$/.test(next))
    return [tokens[at - 1] ?? token, ...hideTo(tokens, at, ")")];
  if (/^(?:_const|__shared|__owned|__consuming)$/.test(word) && isWord(next)) return [token];
  if (word === "throws" && before === "do") return [token];
  if (word === "await" && before === "?" && tokens[at - 2]?.text === "try") return [token];
  if (/^(?:try|await)$/.test(word) && /^(?:if|switch|while|in|try)$/.test(before) && !/^[?!]$/.test(next))
    return [token];
  if (word === "/" && /^[=(,:{[]$|^return$|^in$/.test(before)) return plainPattern(token, text);
  return repairNewer(tokens, at, token, text);
}

/** What Swift 5.9 and later brought. */
function repairNewer(tokens: readonly Token[], at: number, token: Token, text: string): readonly Replacement[] {
  const [before, next] = [tokens[at - 1]?.text ?? "", tokens[at + 1]?.text ?? ""];
  const { text: word } = token;
  if (
    word === "unsafe" &&
    isOnLine(tokens, at, text) &&
    /^[\p{L}_&.[]/u.test(next) &&
    !/^(?:[.@]|func|var|let|case)$/.test(before)
  )
    return next === "in" ? [] : [token];
  if (word === "," && /^[)>]$/.test(next)) return [token];
  if (/^(?:borrow|mutate)$/.test(word) && next === "{") return [{ ...token, by: word === "borrow" ? "get" : "set" }];
  // `InlineArray<4, Int>`
  if (/^\d+$/.test(word) && before === "<" && next === ",") return [{ ...token, by: "_".repeat(word.length) }];
  if (/^[\p{L}_].*\$/u.test(word)) return [{ ...token, by: word.replaceAll("$", "_") }];
  if (word === "(" && next === ")") return repairUnit(tokens, at, token);
  // `String??`
  if (word === "?" && before === "?" && /^[,)\]>]$/.test(next) && isWord(tokens[at - 2]?.text ?? "")) return [token];
  const isMember = before === "." && /^(?:try|await|throw|unsafe|throws|init)$/.test(word) && /^[,\])]$/.test(next);
  const isValue =
    modifiers.test(word) && (next === "=" || (/^(?:[.(]|==)$/.test(next) && /^(?:return|=|\(|!)$/.test(before)));
  if (isMember || (isValue && tokens[at + 2]?.text !== "set")) return [{ ...token, by: `_${word.slice(1)}` }];
  if ((word === "..." || (word === "." && next === ".")) && isPattern(tokens, at)) return splitRange(tokens, at, token);
  if (word === "macro" && isWord(next) && before !== ".") return [{ ...token, by: "func " }];
  if (word === "=" && next === "#externalMacro") return hideTo(tokens, at, ")").map((part) => ({ ...part, by: "{}" }));
  if (word === "(" && tokens[at - 2]?.text === "@" && attributesOfCode.test(before)) {
    const close = closeOf(tokens, at);
    return close === undefined ? [] : [{ start: token.start, end: close.end }];
  }
  if (/^(?:each|repeat)$/.test(word) && before !== "." && (isWord(next) || next === "(")) return [token];
  if (word === "any" && isWord(next) && /^[:(<,[]$|^->$|^as$/.test(before)) return [token];
  return [];
}

/** Modifiers that are names where something is assigned to them, or they are called. */
const modifiers = /^(?:prefix|postfix|infix|open|final|lazy|optional|dynamic|convenience|required|indirect|mutating)$/;

/** Attributes whose arguments are no expressions. */
const attributesOfCode = /^(?:_specialize|_?lifetime|_extern|attached|freestanding|specialized|abi|_spi_available)$/;

function isOnLine(tokens: readonly Token[], at: number, text: string): boolean {
  return !text.slice(tokens[at]?.end, tokens[at + 1]?.start).includes("\n");
}

/** `case .done():` has no values, and `()` alone is a statement. */
function repairUnit(tokens: readonly Token[], at: number, token: Token): readonly Replacement[] {
  const end = tokens[at + 1]?.end ?? token.end;
  const [before, after] = [tokens[at - 1]?.text ?? "", tokens[at + 2]?.text ?? ""];
  if (tokens[at - 2]?.text === "." && /^[:,]$/.test(after) && isPattern(tokens, at))
    return [{ start: token.start, end }];
  return /^[{:]$/.test(before) && /^(?:\}|case|default)$/.test(after) ? [{ start: token.start, end, by: "0" }] : [];
}

/** Between `case` and its colon. */
function isPattern(tokens: readonly Token[], at: number): boolean {
  for (let now = at - 1; now > at - 14 && now >= 0; now -= 1) {
    const word = tokens[now]?.text ?? "";
    if (word === "case") return true;
    if (/^[:{};=]$/.test(word)) return false;
  }
  return false;
}

/** `case (a + 1)...b:` and `case .min..<0:` are read as two patterns. */
function splitRange(tokens: readonly Token[], at: number, token: Token): readonly Replacement[] {
  const isShort = token.text === "...";
  if (!isShort && tokens[at + 2]?.text !== "<") return [];
  const isPlain = tokens[at - 1]?.text !== ")" && tokens[at - 2]?.text !== ".";
  return isPlain ? [] : [{ start: token.start, end: token.start + 3, by: "," }];
}

const ownership = /^(?:consuming|borrowing|sending|isolated|discard|consume|copy)$/;

function isWord(word: string): boolean {
  return /^[\p{L}_]/u.test(word);
}

/** These words are modifiers only where a type, a declaration or a value begins. */
function isModifier(before: string): boolean {
  return !/^(?:[)\]}?!]|\.|func|let|var|case)$/.test(before) || before === "}";
}

/** `#expect(…)` is read as a call, `#available(…)` as a condition, `#"…"#` as a string. */
function repairHash(tokens: readonly Token[], at: number, token: Token, text: string): readonly Replacement[] {
  const { text: word, start, end } = token;
  if (/^#+"/.test(word)) return plainString(token);
  if (/^#(?:if|elseif|else|endif)$/.test(word) || !isWord(word.slice(1))) return [];
  const close = tokens[at + 1]?.text === "(" ? closeOf(tokens, at + 1) : undefined;
  if (/^#(?:un)?available$/.test(word) && close !== undefined) return [{ start, end: close.end, by: "true" }];
  // A macro that declares something at the top of a file is a call there.
  return text.startsWith("#", start) ? [{ start, end, by: ` ${word.slice(1)}` }] : [];
}

/** Quotes and backslashes inside of a raw string mean nothing. */
function plainString({ text: word, start }: Token): readonly Replacement[] {
  const hashes = /^#+/.exec(word)?.[0].length ?? 0;
  const isLong = word.startsWith('"""', hashes);
  const inner = word.slice(hashes + (isLong ? 3 : 1), word.length - hashes - (isLong ? 3 : 1));
  const from = start + hashes + (isLong ? 3 : 1);
  return [
    { start, end: start + hashes },
    ...[...inner.matchAll(/["\\]/g)].map(({ index }) => ({ start: from + index, end: from + index + 1 })),
    { start: start + word.length - hashes, end: start + word.length },
  ];
}

/** A regular expression is read as a string. */
function plainPattern({ start }: Token, text: string): readonly Replacement[] {
  const found = /^\/(?![\s/*])(?:[^/\\\n]|\\[^\n])+\//.exec(text.slice(start, start + 400))?.[0];
  // Elsewhere it is an operator before its value.
  if (found === undefined || /^\/[\w.]+, \w+: \/$/.test(found))
    return /^\/[\p{L}_]/u.test(text.slice(start, start + 2)) ? [{ start, end: start + 1 }] : [];
  return [{ start, end: start + found.length, by: `"${"_".repeat(found.length - 2)}"` }];
}

/** `a name with spaces` between backticks. */
function spacesIn({ text: word, start }: Token): readonly Replacement[] {
  const inner = word.slice(1, -1);
  if (/^[\p{L}_][\p{L}\d_]*$/u.test(inner)) return [];
  return [{ start, end: start + word.length, by: `\`${"_".repeat(inner.length)}\`` }];
}

/** `let a = if b { … }`: the condition is read as a statement of its own, `let a=0;if b { … }`. */
function startStatement(tokens: readonly Token[], at: number, text: string): readonly Replacement[] {
  const before = tokens[at - 1];
  const token = tokens[at];
  if (before === undefined || token === undefined) return [];
  const space = text.slice(before.end, token.start);
  if (before.text === "=" && text[before.start - 1] === " " && space !== "") {
    const isLine = space.includes("\n");
    return [{ start: before.start - 1, end: before.end + (isLine ? 0 : 1), by: isLine ? "=0" : "=0;" }];
  }
  return before.text === "return" && space !== "" && !space.startsWith("\n")
    ? [{ start: before.end, end: before.end + 1, by: ";" }]
    : [];
}

function hideTo(tokens: readonly Token[], at: number, mark: string): readonly Replacement[] {
  const close = tokens.slice(at, at + 12).find(({ text: word }) => word === mark);
  const open = tokens[at];
  return open === undefined || close === undefined ? [] : [{ start: open.start, end: close.end }];
}

function closeOf(tokens: readonly Token[], open: number): Token | undefined {
  let depth = 0;
  for (const token of tokens.slice(open, open + 60)) {
    if (token.text === "(") depth += 1;
    else if (token.text === ")") depth -= 1;
    if (depth === 0) return token;
  }
  return undefined;
}
