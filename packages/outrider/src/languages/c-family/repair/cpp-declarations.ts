import type { Replacement } from "../../replace-parts.ts";
import { isCapital, isName, type NestedTokens, typeKeywords } from "./nesting.ts";
import type { Rule } from "./statements.ts";

/** `EXTERN(int) name(…)` and `const Elf(Header) *name`: of a macro around a type, the type is left. */
export const openTypeMacro: Rule = ({ tokens, holders, partners, starts }, at) => {
  const [before, token, open] = [tokens[at - 1]?.text ?? ";", tokens[at], tokens[at + 1]];
  const end = partners[at + 1] ?? -1;
  const close = tokens[end];
  if (token === undefined || open?.text !== "(" || close === undefined || !/[A-Z]/.test(token.text)) return [];
  const isOutside = holders[at] === "scope" || holders[at] === "type";
  const begins = isOutside && (starts[at] === true || /^(?:static|extern|const|typedef|:)$/.test(before));
  if (!isName(token.text) || !(begins || (before === "const" && holders[at] === "call"))) return [];
  const inside = tokens.slice(at + 2, Math.min(end, at + maxType));
  const isType =
    inside.length > 0 &&
    end <= at + maxType &&
    inside.every(({ text: word }) => isName(word) || typeKeywords.has(word) || word === "*" || word === "::");
  if (!isType || !declares(tokens, end + 1, begins)) return [];
  return [{ start: token.start, end: open.end }, close];
};

const maxType = 14;

/** `*name`, `* name(`, `name(` and, for a parameter, `*)`. */
function declares(tokens: NestedTokens["tokens"], from: number, isOutside: boolean): boolean {
  let at = from;
  while (/^[*&]$|^const$/.test(tokens[at]?.text ?? "")) at += 1;
  if (at > from && /^[,)]$/.test(tokens[at]?.text ?? "")) return !isOutside;
  if (at > from && tokens[at]?.text === "(" && tokens[at + 1]?.text === "*") return true;
  if (!isName(tokens[at]?.text)) return false;
  return at > from || tokens[at + 1]?.text === "(";
}

const nullability =
  /^(?:[a-z]\w*_(?:nonnull|nullable|nullability_unknown)|_Nullable|_Nonnull|_Null_unspecified|__nullable|__nonnull)$/i;

/** `char *lib_nonnull name` */
export const hideNullability: Rule = ({ tokens }, at) => {
  const token = tokens[at];
  const before = tokens[at - 1]?.text ?? "";
  return token !== undefined && nullability.test(token.text) && tokens[at + 1]?.text !== "(" && before !== "."
    ? [token]
    : [];
};

/** `f(T value LIFETIME_BOUND)`: a macro behind a parameter. */
export const hideParameterMacro: Rule = ({ tokens, holders, partners }, at) => {
  const [token, last, before] = [tokens[at], tokens[at - 1]?.text ?? "", tokens[at - 2]?.text ?? ""];
  if (token === undefined || !isCapital(token.text) || !isName(last) || isCapital(last)) return [];
  if (holders[at] !== "call" && holders[at] !== "parens") return [];
  const end = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : at;
  const isTyped = isName(before) || typeKeywords.has(before) || /^[>&*.]$/.test(before);
  if (end === -1 || !isTyped || !/^[,)=]$/.test(tokens[end + 1]?.text ?? "")) return [];
  return [{ start: token.start, end: tokens[end]?.end ?? token.end }];
};

/** `kernel<<<blocks, threads>>>(x)` */
export const hideLaunch: Rule = ({ tokens }, at) => {
  const token = tokens[at];
  if (token === undefined || tokens[at - 1]?.text === "<" || !isTriple(tokens, at, "<")) return [];
  for (let now = at + 3; now < at + maxLaunch; now += 1) {
    if (isTriple(tokens, now, ">")) return [{ start: token.start, end: tokens[now + 2]?.end ?? token.end }];
    if (/^[;{}]$/.test(tokens[now]?.text ?? ";")) return [];
  }
  return [];
};

const maxLaunch = 80;

function isTriple(tokens: NestedTokens["tokens"], at: number, mark: string): boolean {
  const [first, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (first?.text !== mark || second?.text !== mark || third?.text !== mark) return false;
  return second.start === first.end && third.start === second.end;
}

/** `const T& name(value);` in code becomes `const T& name{value};`. */
export const braceReference: Rule = ({ tokens, holders, partners }, at) => {
  const [before, token, open] = [tokens[at - 1]?.text ?? "", tokens[at], tokens[at + 1]];
  const end = partners[at + 1] ?? -1;
  const close = tokens[end];
  if (before !== "&" || !isName(token?.text) || open?.text !== "(" || close === undefined) return [];
  const type = tokens[at - 2]?.text ?? "";
  const isType = isName(type) || type === ">" || type === "const" || type === "auto";
  if (holders[at] !== "block" || !isType || tokens[end + 1]?.text !== ";" || end === at + 2) return [];
  // `T& f(A a)` declares a function.
  if (isName(tokens[at + 2]?.text) && /^(?:[&*]|[\p{L}_]\w*)$/u.test(tokens[at + 3]?.text ?? "")) return [];
  return [
    { start: open.start, end: open.end, by: "{" },
    { start: close.start, end: close.end, by: "}" },
  ];
};

/** `[&] __device__ (int n) {`: a word between the captures and the parameters of a lambda. */
export const hideLambdaWord: Rule = ({ tokens, partners }, at) => {
  const [token, next] = [tokens[at], tokens[at + 1]?.text ?? ""];
  if (token === undefined || tokens[at - 1]?.text !== "]" || !/^(?:[({]|__\w+__)$/.test(next)) return [];
  const isWord = isCapital(token.text) || /^__\w+__$/.test(token.text);
  const captures = (partners[at - 1] ?? 0) - 1;
  return isWord && !isName(tokens[captures]?.text) && tokens[captures]?.text !== "]" ? [token] : [];
};

/** Defaults of template parameters that the grammar does not know: `template <class P = const T*, Byte B = unsigned char>`. */
export const plainDefault: Rule = ({ tokens }, at) => {
  const [token, first, second] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (token?.text !== "=" || first === undefined || second === undefined) return [];
  if (!/^(?:const|unsigned|signed|long|short)$/.test(first.text) || !isTemplateParameter(tokens, at)) return [];
  const parts: Replacement[] = [];
  let end = at + 1;
  for (; end < at + 8 && !/^[,>]$/.test(tokens[end]?.text ?? ","); end += 1) {
    const word = tokens[end];
    if (word !== undefined && !isName(word.text)) parts.push(word);
  }
  const isKept = tokens.slice(at + 1, end).some(({ text }) => isName(text));
  return isKept
    ? parts
    : [{ start: first.start, end: first.end, by: "_".padEnd(first.text.length, "_") }, ...parts.slice(1)];
};

/** `template < … name` before it. */
function isTemplateParameter(tokens: NestedTokens["tokens"], at: number): boolean {
  for (let now = at - 1; now > at - 40 && now >= 0; now -= 1) {
    const word = tokens[now]?.text ?? "";
    if (word === "template") return true;
    if (/^[;{}()]$/.test(word)) return false;
  }
  return false;
}

/** `} ALIGNED name;` behind a body, and `struct aligned(32) name {`. */
export const hideBodyMacro: Rule = ({ tokens, partners }, at) => {
  const [before, token, next] = [tokens[at - 1]?.text ?? "", tokens[at], tokens[at + 1]?.text ?? ""];
  if (token === undefined || !isName(token.text)) return [];
  if (/^(?:struct|class|union)$/.test(before) && next === "(") {
    const end = partners[at + 1] ?? -1;
    const isHead = isName(tokens[end + 1]?.text) && /^[{:]$/.test(tokens[end + 2]?.text ?? "");
    return isHead ? [{ start: token.start, end: tokens[end]?.end ?? token.end }] : [];
  }
  if (before !== "}" || !isCapital(token.text) || !isName(next)) return [];
  return /^[;,[]$/.test(tokens[at + 2]?.text ?? "") ? [token] : [];
};

/** `using A::operator()...;` */
export const hideExpansion: Rule = ({ tokens }, at) => {
  const [token, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (token?.text !== "." || second?.text !== "." || third?.text !== "." || tokens[at - 1]?.text !== ")") return [];
  if (tokens[at - 3]?.text !== "operator" || tokens[at + 3]?.text !== ";") return [];
  return [{ start: token.start, end: third.end }];
};

/** `BENCHMARK(f)->Range(1, 2);` outside of code: the calls behind a macro. */
export const hideMacroCalls: Rule = ({ tokens, holders, partners, starts }, at) => {
  const token = tokens[at];
  const end = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
  if (token === undefined || holders[at] !== "scope" || starts[at] !== true || end === -1 || !isCapital(token.text))
    return [];
  if (!/^(?:->|\.)$/.test(tokens[end + 1]?.text ?? "")) return [];
  let last = end;
  while (/^(?:->|\.)$/.test(tokens[last + 1]?.text ?? "") && tokens[last + 3]?.text === "(")
    last = partners[last + 3] ?? tokens.length;
  const [from, to] = [tokens[end], tokens[last]];
  if (from === undefined || to === undefined || tokens[last + 1]?.text !== ";") return [];
  return [{ start: from.end, end: to.end }];
};
