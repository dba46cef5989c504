import type { Replacement } from "../../replace-parts.ts";
import { isCapital, isName, type NestedTokens, typeKeywords } from "./nesting.ts";
import { markBetween, type Rule } from "./statements.ts";

/** `template <class T> FORCE_INLINE T f()`, `class EXPORTED ALIGNED(8) Name`. */
export const hideHeadMacro: Rule = ({ tokens, holders, partners }, at) => {
  const [before, token] = [tokens[at - 1]?.text ?? ";", tokens[at]];
  if (token === undefined || !isCapital(token.text) || (holders[at] !== "scope" && holders[at] !== "type")) return [];
  const isClass = /^(?:class|struct|union)$/.test(before);
  if (!isClass && !/^[;{}:>)]$|^(?:static|inline|constexpr|virtual|explicit|friend)$/.test(before)) return [];
  const end = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : at;
  const [next, second] = [tokens[end + 1]?.text ?? "", tokens[end + 2]?.text ?? ""];
  if (end === -1 || next === "::") return [];
  const part = { start: token.start, end: tokens[end]?.end ?? token.end };
  if (isClass) return isName(next) || next === "[" ? [part] : [];
  if (typeKeywords.has(next) ? next !== "const" : declarators.test(next)) return [part];
  if (!isName(next)) return [];
  const isAttribute = /INLINE|API|EXPORT|NODISCARD|DEPRECATED|CONSTEXPR|UNUSED|ATTR/.test(token.text);
  return isAttribute || isName(second) || /^(?:[<&*]|::)$/.test(second) ? [part] : [];
};

const declarators =
  /^(?:static|inline|constexpr|consteval|virtual|explicit|friend|extern|auto|decltype|operator|~|typename|template|using|typedef|class|namespace)$/;

/** A word that is a keyword in C++ only, as a name in a header of C: `char *template`. */
export const nameKeyword: Rule = ({ tokens }, at) => {
  const [before, token, next] = [tokens[at - 1]?.text ?? "", tokens[at], tokens[at + 1]?.text ?? ""];
  if (token === undefined || !cppOnly.test(token.text) || !/^[,);=[]$/.test(next)) return [];
  const isDeclared = isName(before) || (before === "*" && token.text !== "this") || typeKeywords.has(before);
  const isMember = (before === "." || before === "->") && token.text !== "operator";
  const isTest =
    /^[(,]$/.test(before) && next === ")" && /^(?:inline|virtual|export|template|default|delete|new)$/.test(token.text);
  return isDeclared || isMember || isTest
    ? [{ start: token.start, end: token.end, by: `_${token.text.slice(1)}` }]
    : [];
};

const cppOnly =
  /^(?:template|class|new|delete|this|private|public|protected|namespace|typename|virtual|inline|explicit|friend|export|using|try|catch|throw|mutable|default)$/;

/** `Q_SIGNALS:` and `public slots:` in a class, and `emit changed();`. */
export const hideSignal: Rule = ({ tokens, holders, starts }, at) => {
  const [before, token, next] = [tokens[at - 1]?.text ?? ";", tokens[at], tokens[at + 1]];
  if (token === undefined || !isName(token.text)) return [];
  const inType = holders[at] === "type" && next?.text === ":";
  if (inType && /^(?:public|private|protected)$/.test(before)) return [token];
  if (inType && /^[;{}:]$/.test(before) && (isCapital(token.text) || token.text === "signals"))
    return [{ start: token.start, end: token.end, by: token.text.length > 6 ? "public" : "" }];
  if (holders[at] !== "block" || starts[at] !== true) return [];
  if (token.text === "emit") return /^[\p{L}_]/u.test(next?.text ?? "") ? [token] : [];
  return isCapital(token.text) && isName(next?.text) && /^(?:[(.]|->|::)$/.test(tokens[at + 2]?.text ?? "")
    ? [token]
    : [];
};

/** Words between the parameters of a lambda and its body: `[&]() NO_INLINE {`. */
export const hideLambdaMacro: Rule = ({ tokens, partners }, at) => {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || !isCapital(token.text) || tokens[at - 1]?.text !== ")") return [];
  if (tokens[(partners[at - 1] ?? 0) - 1]?.text !== "]") return [];
  const end = next?.text === "(" ? (partners[at + 1] ?? at) : at;
  return [{ start: token.start, end: tokens[end]?.end ?? token.end }];
};

/** `using typename A::B;`, `f(typename A::B())`, `LOCKED(x, return y)`, `new const char`. */
export const hideWord: Rule = ({ tokens, holders }, at) => {
  const [before, token, next] = [tokens[at - 1]?.text ?? "", tokens[at], tokens[at + 1]?.text ?? ""];
  if (token === undefined) return [];
  const holder = holders[at];
  if (token.text === "typename") {
    const isPlain = /^(?:using|friend|const)$/.test(before) || holder === "block";
    return (isPlain && !/^[<,]$/.test(before)) || beginsCall(tokens, at + 1) ? [token] : [];
  }
  if (token.text === "friend") return isName(before) || typeKeywords.has(before) || before === "&" ? [token] : [];
  if (token.text === "const") {
    const isDefault = before === "=" && (holder === "scope" || holder === "type") && isName(next);
    if (before === "new" || isDefault || (before === "*" && /^[=,)]$/.test(next) && holder !== "block")) return [token];
  }
  const isFirst = holder === "call" && /^[(,]$/.test(before);
  return isFirst && (token.text === "return" || token.text === "throw" || token.text === "auto") ? [token] : [];
};

/** A qualified name that is called or made: `A::B(`, `A<T>::B{`. */
function beginsCall(tokens: NestedTokens["tokens"], from: number): boolean {
  let depth = 0;
  for (const { text: word } of tokens.slice(from, from + maxName)) {
    if (word === "<") depth += 1;
    else if (word === ">") depth -= 1;
    else if (depth === 0 && /^[({]$/.test(word)) return true;
    else if (depth === 0 && word !== "::" && word !== "template" && !isName(word)) return false;
  }
  return false;
}

const maxName = 40;

/** Expressions that the grammar does not know: `decltype(a){}`, `short{4}`, `new T*[n]`, `[a{b}] {}`, `co_return {a, b}`. */
export const plainExpression: Rule = ({ tokens, holders, partners }, at) => {
  const [before, token, next] = [tokens[at - 1]?.text ?? "", tokens[at], tokens[at + 1]];
  if (token === undefined || next === undefined) return [];
  const end = partners[at + 1] ?? -1;
  const close = tokens[end];
  if (token.text === "decltype" && next.text === "(" && close !== undefined && !/^(?:<|->)$/.test(before)) {
    const after = tokens[end + 1]?.text;
    if (after === "{") return [{ start: token.start, end: next.end }, close];
    return after === "(" ? [{ start: token.start, end: token.end, by: "_ecltype" }] : [];
  }
  if (
    /^(?:bool|char|short|int|long|float|double|unsigned|void)$/.test(token.text) &&
    /^[(,=?:]$|^return$/.test(before)
  ) {
    const isValue = next.text === "{" || (token.text === "void" && next.text === "(" && /^[?:]$/.test(before));
    if (isValue) return [{ start: token.start, end: token.end, by: `_${token.text.slice(1)}` }];
  }
  if (token.text === "*" && next.text === "[" && holders[at] !== "type") {
    const isNew = tokens.slice(Math.max(0, at - 8), at).some(({ text: word }) => word === "new");
    return isNew ? [token] : [];
  }
  // `->*` and `.*` call by a pointer to a member.
  if (token.text === "*" && (before === "->" || before === ".") && isName(next.text)) return [token];
  if (token.text === "delete" && before === "=" && next.text === ";")
    return [{ start: token.start, end: token.end, by: "0" }];
  const isCapture = holders[at] === "index" && isName(token.text) && next.text === "{";
  const isResult = /^co_(?:return|yield)$/.test(token.text) && next.text === "{" && end !== -1;
  if (isResult && end === at + 2) return [{ start: next.start, end: close?.end ?? next.end, by: "0" }];
  if (!(isCapture || isResult) || close === undefined) return [];
  return [
    { start: next.start, end: next.end, by: isCapture ? "=" : "(" },
    { start: close.start, end: close.end, by: isCapture ? " " : ")" },
  ];
};

/** `enum : long {` and `R (C::*)(A)`. */
export const hideQualifier: Rule = ({ tokens }, at) => {
  const [before, token] = [tokens[at - 1]?.text ?? "", tokens[at]];
  if (token === undefined) return [];
  if (
    token.text === ":" &&
    /^(?:enum|class)$/.test(before) &&
    tokens[at - (before === "enum" ? 1 : 2)]?.text === "enum"
  ) {
    const brace = tokens.findIndex(({ text: word }, index) => index > at && index < at + 8 && word === "{");
    return brace === -1 ? [] : [{ start: token.start, end: tokens[brace]?.start ?? token.end }];
  }
  // `M C::*`
  if (tokens[at + 1]?.text === "::" && tokens[at + 2]?.text === "*" && (isName(before) || before === ">"))
    return [{ start: token.start, end: tokens[at + 2]?.start ?? token.end }];
  if (before !== "(" || !isName(token.text)) return [];
  let now = at;
  while (isName(tokens[now]?.text) && tokens[now + 1]?.text === "::") now += 2;
  if (now === at || tokens[now]?.text !== "*") return [];
  const name = tokens[now + 1]?.text === "const" ? now + 2 : now + 1;
  const close = isName(tokens[name]?.text) ? name + 1 : name;
  if (tokens[close]?.text !== ")" || tokens[close + 1]?.text !== "(") return [];
  return [{ start: token.start, end: tokens[now]?.start ?? token.end }];
};

/** `MATCHER_P(Name, x, "text") {` and `TARGET(name, .init = f) {` outside of code: each argument becomes a parameter. */
export const nameArguments: Rule = ({ tokens, holders, partners, starts }, at) => {
  const [token, open] = [tokens[at], tokens[at + 1]];
  const end = partners[at + 1] ?? -1;
  if (token === undefined || !isCapital(token.text) || open?.text !== "(" || tokens[end + 1]?.text !== "{") return [];
  if ((holders[at] !== "scope" && holders[at] !== "type") || starts[at] !== true) return [];
  const parts: Replacement[] = [];
  for (let from = at + 2; from < end;) {
    let to = from;
    while (to < end && tokens[to]?.text !== ",") to = Math.max(to + 1, (partners[to] ?? -1) + 1);
    const [first, last] = [tokens[from], tokens[to - 1]];
    const comma = tokens[from - 1];
    if (first !== undefined && last !== undefined && comma !== undefined) {
      const isPlain = to === from + 1 && isName(first.text);
      const isText = first.text.startsWith('"') && to === from + 1;
      if (isText) parts.push({ start: first.start, end: first.end, by: "_".repeat(first.end - first.start) });
      else if (
        !isPlain &&
        (first.text === "." || tokens.slice(from, to).some(({ text: word }) => word.startsWith('"')))
      )
        parts.push({ start: comma.text === "," ? comma.start : first.start, end: last.end });
    }
    from = to + 1;
  }
  return parts;
};

/** `enable_if_t<x>* = nullptr` as a parameter without a name. */
export const hideNamelessPointer: Rule = ({ tokens }, at) => {
  const [before, token] = [tokens[at - 1]?.text ?? "", tokens[at]];
  if (token?.text !== "*" || !(before === ">" || isName(before) || typeKeywords.has(before))) return [];
  const behind = tokens[at + 1]?.text === "const" ? at + 2 : at + 1;
  return tokens[behind]?.text === "=" && tokens[behind + 1]?.text !== "=" ? [token] : [];
};

/** `const A& a = {}` as a parameter. */
export const nameEmptyDefault: Rule = ({ tokens, holders, partners }, at) => {
  const token = tokens[at];
  if (token?.text !== "{" || tokens[at - 1]?.text !== "=" || partners[at] !== at + 1) return [];
  if (holders[at] !== "call" && holders[at] !== "parens") return [];
  return [{ start: token.start, end: tokens[at + 1]?.end ?? token.end, by: "0" }];
};

/** `operator++();` as a call. */
export const nameOperatorCall: Rule = ({ tokens, holders, starts }, at, text) => {
  const token = tokens[at];
  if (token?.text !== "operator" || holders[at] === "type" || holders[at] === "scope") return [];
  const before = tokens[at - 1]?.text ?? ";";
  if (starts[at] !== true && !/^(?:[(,=!&|+*]|return|->|\.)$/.test(before)) return [];
  const sign = /^operator[ \t]*(\(\)|\[\]|[^\s\w(]+)(?=\s*\()/.exec(text.slice(token.start, token.start + 40));
  return sign === null
    ? []
    : [{ start: token.start, end: token.start + sign[0].length, by: "operator".padEnd(sign[0].length, "_") }];
};

/** `EXPECT_THROW(Type name(1), Error)`: a declaration as an argument of a macro is read as two arguments. */
export const splitDeclaration: Rule = (nested, at, text) => {
  const { tokens, holders, partners } = nested;
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || holders[at] !== "call" || !isName(next?.text)) return [];
  if (!(isName(token.text) || token.text === ">") || !/^[({=;]$/.test(tokens[at + 2]?.text ?? "")) return [];
  const end = tokens.findIndex(
    (_, index) => index > at && (partners[index] ?? -1) !== -1 && (partners[index] ?? 0) < at,
  );
  const open = end === -1 ? -1 : (partners[end] ?? -1);
  return isCapital(tokens[open - 1]?.text ?? "") ? (markBetween(nested, at, text, ",") ?? []) : [];
};
