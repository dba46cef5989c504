import type { Replacement } from "../../replace-parts.ts";
import { isCapital, isName, type NestedTokens, typeKeywords, typeNames } from "./nesting.ts";

/** A rule looks at one token and its neighbours, and says what to replace. */
export type Rule = (nested: NestedTokens, at: number, text: string) => readonly Replacement[];

/** A character in the space between two tokens becomes this mark; nothing if there is none besides line endings. */
export function markBetween(
  { tokens }: NestedTokens,
  at: number,
  text: string,
  mark: string,
): readonly Replacement[] | undefined {
  const [left, right] = [tokens[at], tokens[at + 1]];
  if (left === undefined || right === undefined) return undefined;
  const space = /^[ \t]*(?:\r?\n[ \t]*)*/.exec(text.slice(left.end, right.start))?.[0] ?? "";
  const found = /[ \t]/.exec(space)?.index;
  return found === undefined ? undefined : [{ start: left.end + found, end: left.end + found + 1, by: mark }];
}

/** A macro in the place of a statement: `FOREACH(a, list) {`, `BEGIN_TEST` on a line of its own. A `;` follows it for the parser. */
export const endMacro: Rule = (nested, at, text) => {
  const { tokens, holders, partners, opened, starts } = nested;
  const token = tokens[at];
  if (token === undefined || !isName(token.text) || starts[at] !== true) return [];
  const isCall = tokens[at + 1]?.text === "(";
  const end = isCall ? (partners[at + 1] ?? -1) : at;
  const [last, after] = [tokens[end], tokens[end + 1]];
  if (end === -1 || last === undefined) return [];
  const isInCode = holders[at] === "block";
  const isMacro = isCapital(token.text);
  const marked = (): readonly Replacement[] | undefined => markBetween(nested, end, text, ";");
  if (after?.text === "{") {
    if (!isInCode || !(isCall || isMacro) || opened.get(end + 1) === "list") return [];
    return marked() ?? (isCall ? [{ start: token.start, end: token.end, by: "if" }] : []);
  }
  if (after !== undefined && !/^(?:[\p{L}_~}*]|::)/u.test(after.text)) return [];
  const between = text.slice(last.end, after?.start ?? text.length);
  const isLine = after === undefined || /[\r\n]/.test(between);
  if (isInCode && isCall && (!isLine || /for_?each/i.test(token.text))) {
    return (after?.text === "}" && !isMacro) || after?.text === "*" ? [] : (marked() ?? []);
  }
  const isAtLine = /[A-Z]{2}/.test(token.text) ? /[\r\n][ \t]*$/.test(between) : /[\r\n]$/.test(between);
  const isOutside = holders[at] === "scope" && isCall && isAtLine && after?.text !== "*";
  if (!(isMacro || isOutside) || holders[at] === "enum" || holders[at] === "list") return [];
  if (after?.text === "*" || (!isLine && after?.text !== "}")) return [];
  if (
    !isCall &&
    holders[at] === "scope" &&
    after !== undefined &&
    !/_END|_POP|END_|POP_|PUSH|BEGIN|WARNING|PRAGMA|DIAG/.test(token.text)
  )
    return [];
  return (isInCode ? marked() : undefined) ?? [{ start: token.start, end: last.end }];
};

/** `label:` before a `}` or a directive, where the grammar wants a statement. */
export const endLabel: Rule = ({ tokens, holders, starts }, at, text) => {
  const [token, colon, after] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (token === undefined || colon?.text !== ":" || holders[at] !== "block" || starts[at] !== true) return [];
  if (!isName(token.text) || (after?.text !== "}" && !/^\s*#/.test(text.slice(colon.end, after?.start)))) return [];
  return [{ start: colon.start, end: colon.end, by: ";" }];
};

/** `va_arg(list, char *)`: an argument that is a type becomes a name. */
export const nameTypeArgument: Rule = ({ tokens, holders, partners, opened }, at, text) => {
  if (tokens[at]?.text !== "(" || opened.get(at) !== "call") return [];
  const end = partners[at] ?? -1;
  const isMacro = isCapital(tokens[at - 1]?.text ?? "");
  if (end === -1 || !(inCode(holders[at]) || (isMacro && /^(?:;|->|\.)$/.test(tokens[end + 1]?.text ?? "")))) return [];
  // `type name(type)` declares a function.
  const before = tokens[at - 2]?.text ?? ";";
  const isDeclared = isName(before) || typeKeywords.has(before) || before === "*" || before === "&" || before === ">";
  if (isDeclared && !isMacro && !/^va_arg$|^offsetof$/.test(tokens[at - 1]?.text ?? "")) return [];
  const parts: Replacement[] = [];
  let start = at + 1;
  for (let now = at + 1; now <= end; now += 1) {
    const word = tokens[now]?.text ?? "";
    if (now < end && /^[([{]$/.test(word)) {
      now = Math.max(now, partners[now] ?? now);
      continue;
    }
    if (now !== end && word !== ",") continue;
    if (now - start <= maxType) parts.push(...hideType(tokens.slice(start, now), tokens[now]?.start ?? 0, text));
    start = now + 1;
  }
  return parts;
};

/** A type has at most so many tokens. */
const maxType = 40;

function hideType(words: NestedTokens["tokens"], end: number, text: string): readonly Replacement[] {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || text.slice(last.end, end).trim() !== "") return [];
  const isWritten = typeKeywords.has(first.text) || typeNames.test(first.text);
  const isPointer = last.text === "*" || last.text === "&";
  if (!isWritten && !(isPointer && isName(first.text))) return [];
  if (!words.every(({ text: word }) => isName(word) || typeKeywords.has(word) || /^(?:[*&<>,]|::)$/.test(word)))
    return [];
  const name = words.findLast(({ text: word }) => isName(word) && !typeNames.test(word));
  if (isWritten && name !== undefined && words.filter(({ text: word }) => isName(word)).length > 1) return [];
  const kept = name ?? first;
  return words.flatMap((word): readonly Replacement[] => {
    if (word !== kept) return /^(?:::|[<>,])$/.test(word.text) || isName(word.text) ? [] : [word];
    return name === undefined ? [{ start: word.start, end: word.end, by: `_${word.text.slice(1)}` }] : [];
  });
}

/** `compare(&a, &b, >=)`: an operator as an argument. */
export const hideOperatorArgument: Rule = ({ tokens, holders }, at, text) => {
  const [before, token, second] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const isLong = /^[=<>|&]$/.test(second?.text ?? "") && second?.start === token?.end;
  const next = isLong ? tokens[at + 2] : second;
  if (token === undefined || holders[at] !== "call" || !/^[<>+|&=!*/%^-]$/.test(token.text)) return [];
  const around = `${before?.text} ${next?.text}`;
  // `int (*)(void)` is a type.
  const isAlone = /^[,(] [,)]$/.test(around) && around !== "( )";
  const end = (isLong ? second?.end : undefined) ?? token.end;
  if (!isAlone || text.slice(end, next?.start).trim() !== "") return [];
  return [{ start: token.start, end, by: "0" }];
};

/** `"a" NAME "b"` and `"a" STRING(x) "b"` become sums. */
export const addStrings: Rule = (nested, at, text) => {
  const { tokens } = nested;
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || next === undefined) return [];
  const [isString, isNext] = [isText(token.text), isText(next.text)];
  const joins = (isString && isName(next.text)) || ((isName(token.text) || token.text === ")") && isNext);
  if (!joins || /^(?:L|u8?|U|R|LR|u8?R|UR)$/.test(token.text) || tokens[at - 1]?.text === "operator") return [];
  if (!inCode(nested.holders[at]) || text.slice(token.end, next.start).includes("#")) return [];
  // `if (x) "…"` does not occur, a call before a string does.
  return markBetween(nested, at, text, "+") ?? [];
};

function isText(word: string): boolean {
  return /^(?:L|u8?|U)?"/.test(word) || /^(?:L|u8?|U)?R"/.test(word);
}

export function inCode(holder: string | undefined): boolean {
  return holder !== undefined && holder !== "scope" && holder !== "type" && holder !== "enum";
}

/** `A B` in an expression, both macros for strings: a sum. */
export const addMacros: Rule = (nested, at, text) => {
  const { tokens, starts } = nested;
  const [before, token, next] = [tokens[at - 1]?.text ?? "", tokens[at]?.text ?? "", tokens[at + 1]?.text ?? ""];
  // `A("x") B("y")`
  const maker = token === ")" ? (tokens[(nested.partners[at] ?? 0) - 1]?.text ?? "") : "";
  if (isCapital(maker) && isCapital(next) && nested.holders[at] === "call" && tokens[at + 2]?.text === "(")
    return markBetween(nested, at, text, "+") ?? [];
  if (!isCapital(token) || !isCapital(next) || starts[at] === true || !inCode(nested.holders[at])) return [];
  // `UNUSED TYPE *name` declares a parameter.
  const second = tokens[at + 2]?.text ?? "";
  if (second === "*" || (isName(second) && !isCapital(second))) return [];
  return /^(?:[=(,)+?:]|return)$/.test(before) || isCapital(before) || isText(before)
    ? (markBetween(nested, at, text, "+") ?? [])
    : [];
};

/** `__builtin_available(macOS 10.12, *)` and `offsetof(type, a.b)`. */
export const plainBuiltin: Rule = ({ tokens, partners }, at, text) => {
  const token = tokens[at];
  if (token === undefined || tokens[at + 1]?.text !== "(") return [];
  const end = tokens[partners[at + 1] ?? -1];
  const open = tokens[at + 1];
  if (end === undefined || open === undefined) return [];
  if (token.text === "__builtin_available") return [{ start: open.end, end: end.start, by: "1" }];
  if (token.text !== "offsetof" || !/[.[]/.test(text.slice(open.end, end.start))) return [];
  return [{ start: token.start, end: token.end, by: "_ffsetof" }];
};

/** C: `OPTION(x, {"a", 1})`. A list as an argument becomes an expression in parentheses. */
export const closeLists: Rule = ({ tokens, holders, partners, opened }, at, text) => {
  const token = tokens[at];
  if (token?.text !== "{" || holders[at] !== "call" || opened.get(at) !== "list" || tokens[at - 1]?.text === ")")
    return [];
  const end = partners[at] ?? -1;
  if (end === -1 || end === at + 1 || tokens.slice(at, Math.min(end, at + 300)).some(({ text: word }) => word === ";"))
    return [];
  const parts: Replacement[] = [];
  for (let now = at; now <= end; now += 1) {
    const { text: word = "", start = 0, end: behind = 0 } = tokens[now] ?? {};
    if (word === "{" || word === "}") parts.push({ start, end: behind, by: word === "{" ? "(" : ")" });
    else if (word === "." && /^[{,]$/.test(tokens[now - 1]?.text ?? "")) parts.push({ start, end: behind });
    else if (word === "," && tokens[now + 1]?.text === "}" && text.slice(behind, tokens[now + 1]?.start).trim() === "")
      parts.push({ start, end: behind });
  }
  return parts;
};

/** In a list, a macro that brings its own comma: a comma follows it for the parser. */
export const separateValues: Rule = (nested, at, text) => {
  const { tokens, holders } = nested;
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || next === undefined || (holders[at] !== "list" && holders[at] !== "enum")) return [];
  const ends = token.text === ")" || token.text === "}" || isCapital(token.text);
  const isField = next.text === "." && tokens[at + 3]?.text === "=";
  const begins = next.text === "{" || isField || isCapital(next.text);
  if (!ends || !begins || holders[at + 1] !== holders[at] || !/[\r\n]/.test(text.slice(token.end, next.start)))
    return [];
  return markBetween(nested, at, text, ",") ?? [];
};

/** `DEBUG_ONLY(int x = 1);`: a declaration inside a macro is read without it. */
export const openDeclaration: Rule = ({ tokens, holders, partners, starts }, at) => {
  const [token, open, first, second] = [
    tokens[at],
    tokens[at + 1],
    tokens[at + 2]?.text ?? "",
    tokens[at + 3]?.text ?? "",
  ];
  const end = partners[at + 1] ?? -1;
  const close = tokens[end];
  if (token === undefined || open?.text !== "(" || close === undefined || !isCapital(token.text)) return [];
  if (holders[at] !== "block" || starts[at] !== true || tokens[end + 1]?.text !== ";") return [];
  const inside = tokens.slice(at + 2, end);
  const isTyped =
    typeKeywords.has(first) || typeNames.test(first) || (isName(first) && (isName(second) || second === "*"));
  if (
    !isTyped ||
    inside.length < 2 ||
    !inside.some(({ text: word }) => word === "=" || word === "[") ||
    inside.at(-1)?.text === "*"
  )
    return [];
  return [{ start: token.start, end: open.end }, close];
};

/** `RUN(a = b;)`: statements as an argument. */
export const hideStatementEnd: Rule = ({ tokens, holders }, at) => {
  const token = tokens[at];
  return token?.text === ";" && holders[at] === "call" ? [token] : [];
};
