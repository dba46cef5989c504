import type { Replacement } from "../../replace-parts.ts";
import { isCapital, isName, type NestedTokens, typeKeywords } from "./nesting.ts";
import type { Rule } from "./statements.ts";

/** A lower-case macro in a declaration: `__unused struct x *y`, `shared int a`, `int fastcall f(void)`. */
export const hideAttribute: Rule = (nested, at) => {
  const { tokens, holders, partners } = nested;
  const [before, token, next] = [tokens[at - 1]?.text ?? ";", tokens[at], tokens[at + 1]?.text ?? ""];
  if (token === undefined || !isName(token.text) || holders[at] === "list" || holders[at] === "index") return [];
  if (next === "(" && (typeKeywords.has(before) || before === "*" || isName(before))) {
    // `void printflike(1, 2) f(…)`, `int ALIGNED(8) x;`
    const end = partners[at + 1] ?? -1;
    const isBefore = end !== -1 && isName(tokens[end + 1]?.text) && /^[([;=,]$/.test(tokens[end + 2]?.text ?? "");
    return isBefore ? [{ start: token.start, end: tokens[end]?.end ?? token.end }] : [];
  }
  const begins = /^[;{}(,)*]$|^(?:static|extern|inline|typedef|:)$/.test(before) || typeKeywords.has(before);
  if (!begins) return [];
  if (typeKeywords.has(next) && next !== "const" && next !== "volatile") return [token];
  const second = tokens[at + 2]?.text;
  if (
    next === "const" &&
    ((typeKeywords.has(second ?? "") && second !== "volatile") ||
      (isName(second) && (/^(?:[*&]|::)$/.test(tokens[at + 3]?.text ?? "") || isName(tokens[at + 3]?.text))))
  ) {
    return [token];
  }
  if (!isName(next)) return [];
  if (next.startsWith("__") && isName(second)) return tokens.slice(at + 1, at + 2);
  return namesFollow(nested, at) ? [token] : [];
};

/** After this word and the next one come a name and what ends a declarator: the word is no type. */
function namesFollow({ tokens, holders }: NestedTokens, at: number): boolean {
  const before = tokens[at - 1]?.text ?? ";";
  const isEnd = (index: number): boolean => /^[;,=)[({]$/.test(tokens[index]?.text ?? "");
  // `int *name UNUSED(x)`, `int name PROTO((int))`: the word is the name, and a macro follows.
  const isCall = tokens[at + 2]?.text === "(";
  if (isCall && (isCapital(tokens[at + 1]?.text ?? "") || tokens[at + 3]?.text === "(")) return false;
  // `*qualifier name;`, `void fastcall name(`
  if (before === "*") return isEnd(at + 2);
  if (typeKeywords.has(before)) return !/^(?:const|struct|union|enum|volatile)$/.test(before) && isEnd(at + 2);
  let now = at + 2;
  while (tokens[now]?.text === "::" && isName(tokens[now + 1]?.text)) now += 2;
  while (/^[*&]$|^const$/.test(tokens[now]?.text ?? "")) now += 1;
  // `(z_const Bytef *)`
  if (now > at + 2 && before === "(" && tokens[now]?.text === ")") return holders[at] === "parens";
  if (!isName(tokens[now]?.text)) return false;
  return now > at + 2 || isEnd(now + 1) || isName(tokens[now + 1]?.text);
}

const primitive = /^(?:void|bool|char|short|int|long|float|double|signed|unsigned)$/;

/** `TAILQ_ENTRY(item) entry;`: a macro with arguments that stands for a type. */
export const plainMacroType: Rule = ({ tokens, partners, starts }, at) => {
  const [before, token, open] = [tokens[at - 1]?.text ?? ";", tokens[at], tokens[at + 1]];
  const end = partners[at + 1] ?? -1;
  if (token === undefined || open?.text !== "(" || end === -1 || !isName(token.text)) return [];
  if (starts[at] !== true && !/^(?:static|extern|struct|const|typedef|[(,])$/.test(before)) return [];
  let name = end + 1;
  while (tokens[name]?.text === "*") name += 1;
  const isDeclared = isName(tokens[name]?.text) && /^[;=[,)]$/.test(tokens[name + 1]?.text ?? "");
  if (!isDeclared || (/^[(,]$/.test(before) && !isCapital(token.text))) return [];
  return [{ start: open.start, end: tokens[end]?.end ?? open.end }];
};

/** `int x UNUSED(y);`: a macro with arguments behind a declarator. */
export const hideTrailingMacro: Rule = ({ tokens, partners, holders }, at) => {
  const [token, open] = [tokens[at], tokens[at + 1]];
  if (token === undefined || !isCapital(token.text)) return [];
  const [before, last] = [tokens[at - 2]?.text ?? ";", tokens[at - 1]?.text ?? ";"];
  const end = open?.text === "(" ? (partners[at + 1] ?? -1) : at;
  const after = tokens[end + 1]?.text ?? "";
  if (end === -1) return [];
  const isMember = holders[at] === "enum" && isName(last) && /^[=,}]$/.test(after);
  const isBehind =
    open?.text === "(" &&
    (last === "]" || (isName(last) && (isName(before) || primitive.test(before) || before === "*")));
  if (!isMember && !(isBehind && /^[;=,]$/.test(after))) return [];
  return [{ start: token.start, end: tokens[end]?.end ?? token.end }];
};

/** `OPTION(NAME, 1),` among the members of an enum: the first argument is the member. */
export const nameMember: Rule = ({ tokens, partners, holders }, at) => {
  const [token, open, name] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (token === undefined || holders[at] !== "enum" || open?.text !== "(" || !isName(token.text)) return [];
  const end = tokens[partners[at + 1] ?? -1];
  if (end === undefined || name === undefined || !/^[{,]$/.test(tokens[at - 1]?.text ?? "") || !isName(name.text))
    return [];
  return [
    { start: token.start, end: open.end },
    { start: name.end, end: end.end },
  ];
};

/** `int (WINAPI *name)(…)` */
export const hideCallingConvention: Rule = ({ tokens }, at) => {
  const [type, token] = [tokens[at - 2]?.text ?? "", tokens[at]];
  if (token === undefined || !isName(token.text) || tokens[at - 1]?.text !== "(" || tokens[at + 1]?.text !== "*")
    return [];
  const isTyped = isName(type) || typeKeywords.has(type) || type === "*";
  const name = tokens[at + 2]?.text === "const" ? at + 3 : at + 2;
  const isPointer = isName(tokens[name]?.text) && tokens[name + 1]?.text === ")" && tokens[name + 2]?.text === "(";
  return isTyped && isPointer ? [token] : [];
};

/** `[[nodiscard]]` and `__attribute__((…))`. */
export const hideAttributeList: Rule = ({ tokens, partners }, at) => {
  const [token, next] = [tokens[at], tokens[at + 1]];
  const isList = token?.text === "[" && next?.text === "[" && next.start === token.end;
  const isOld =
    /^(?:__attribute__|__attribute|__declspec|alignas|_Alignas)$/.test(token?.text ?? "") && next?.text === "(";
  const end = partners[isList ? at : at + 1] ?? -1;
  if (token === undefined || !(isList || isOld) || end === -1) return [];
  return [{ start: token.start, end: tokens[end]?.end ?? token.end }];
};

/** A lone `;` among members, which C's grammar does not know. */
export const hideEmptyMember: Rule = ({ tokens, holders }, at) => {
  const token = tokens[at];
  if (token?.text !== ";" || holders[at] !== "type") return [];
  return /^[;{]$/.test(tokens[at - 1]?.text ?? "") ? [token] : [];
};

/** Conditions that the grammar does not know: `__has_include(<x>)`, `HAS_ATTRIBUTE(gnu::cold)`. */
export function plainConditions(text: string): readonly Replacement[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*(?:el)?if\b.*(?:(?<=\\\r?)\n.*)*/gm)].flatMap(({ index, 0: line }) =>
    [...line.matchAll(/\b\w+\s*\(\s*(?:<[^>\n]*>|"[^"\n]*"|(?:\w+::)+\w+)\s*\)/g)].map(({ index: at, 0: call }) => ({
      start: index + at,
      end: index + at + call.length,
      by: "1",
    })),
  );
}
