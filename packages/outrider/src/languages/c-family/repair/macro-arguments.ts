import type { Replacement } from "../../replace-parts.ts";
import { isCapital, isName, typeKeywords } from "./nesting.ts";
import { inCode, markBetween, type Rule } from "./statements.ts";

/** `params(.size = 1, .next.id = 2)`: fields as arguments of a macro are read as assignments. */
export const assignFields: Rule = ({ tokens, holders }, at) => {
  const [before, token, name, next] = [
    tokens[at - 1]?.text ?? "",
    tokens[at],
    tokens[at + 1]?.text,
    tokens[at + 2]?.text,
  ];
  if (token?.text !== "." || holders[at] !== "call" || !/^[(,]$/.test(before)) return [];
  return isName(name) && /^[=.[]$/.test(next ?? "") ? [token] : [];
};

/** `CHECK(x, goto failed)`, `TRY(x, return y)`, `NEXT_OR(continue)`. */
export const hideJump: Rule = ({ tokens, holders }, at) => {
  const [before, token] = [tokens[at - 1]?.text ?? "", tokens[at]];
  if (token === undefined || holders[at] !== "call" || !/^[(,]$/.test(before)) return [];
  if (token.text === "goto" || (token.text === "return" && !/^[,)]$/.test(tokens[at + 1]?.text ?? ""))) return [token];
  if (!/^(?:break|continue|return)$/.test(token.text)) return [];
  return [{ start: token.start, end: token.end, by: `_${token.text.slice(1)}` }];
};

/** `CODE(vec3 color;)`: what is no expression is not shown to the parser. */
export const hideForeignCode: Rule = ({ tokens, holders, partners }, at) => {
  const [token, open] = [tokens[at], tokens[at + 1]];
  const end = partners[at + 1] ?? -1;
  const close = tokens[end];
  if (token === undefined || open?.text !== "(" || close === undefined || !isCapital(token.text)) return [];
  if (!inCode(holders[at])) return [];
  const [first, second] = [tokens[at + 2]?.text ?? "", tokens[at + 3]?.text];
  const isForeign = tokens[end - 1]?.text === ";" && (isName(first) || typeKeywords.has(first)) && isName(second);
  return isForeign ? [{ start: open.end, end: close.start }] : [];
};

/** `int f PROTO((int, char *));` */
export const openPrototype: Rule = ({ tokens, partners }, at) => {
  const [before, token, open] = [tokens[at - 1]?.text ?? "", tokens[at], tokens[at + 1]];
  if (token === undefined || open?.text !== "(" || tokens[at + 2]?.text !== "(" || !isName(before)) return [];
  const end = partners[at + 1] ?? -1;
  const close = tokens[end];
  if (close === undefined || partners[at + 2] !== end - 1 || !isName(token.text)) return [];
  return /^[;,]$/.test(tokens[end + 1]?.text ?? "") ? [{ start: token.start, end: open.end }, close] : [];
};

/** `} LIST_END(name)` after a list of values, without a semicolon. */
export const endList: Rule = ({ tokens, partners, opened, holders }, at) => {
  const [token, name] = [tokens[at], tokens[at + 1]];
  const open = partners[at] ?? -1;
  const isList = token?.text === "}" && opened.get(open) === "list";
  // `TEMPLATE(a) = MADE(b)` / `TEMPLATE_END(a)`
  const isMade = token?.text === ")" && tokens[open - 2]?.text === "=";
  if (!(isList || isMade) || holders[at] !== "scope") return [];
  if (name === undefined || !/[A-Z]{2}/.test(name.text) || tokens[at + 2]?.text !== "(") return [];
  const end = partners[at + 2] ?? -1;
  const close = tokens[end];
  if (close === undefined || /^[;,.]$/.test(tokens[end + 1]?.text ?? "")) return [];
  return [{ start: name.start, end: close.end, by: ";" }];
};

/** `static DEFINE_LIST(a, b)` outside of code, without a semicolon. */
export const hideStaticMacro: Rule = ({ tokens, holders, partners, starts }, at, text) => {
  const [token, name] = [tokens[at], tokens[at + 1]];
  if (token?.text !== "static" || holders[at] !== "scope" || name === undefined || tokens[at + 2]?.text !== "(")
    return [];
  const end = partners[at + 2] ?? -1;
  const [close, after] = [tokens[end], tokens[end + 1]];
  const begins = starts[at] === true || (tokens[at - 1]?.text === ")" && text[token.start - 1] === "\n");
  if (!begins || close === undefined || !/[A-Z]{2}/.test(name.text)) return [];
  const between = text.slice(close.end, after?.start ?? text.length);
  const isNext = after === undefined || isName(after.text) || typeKeywords.has(after.text) || after.text === "static";
  return isNext && /[\r\n]/.test(between) ? [{ start: token.start, end: close.end }] : [];
};

/** The text of an `asm` may be made by macros. */
export const plainAssembly: Rule = ({ tokens, partners }, at) => {
  if (!/^(?:asm|__asm__|__asm)$/.test(tokens[at]?.text ?? "")) return [];
  let open = at + 1;
  while (/^(?:volatile|__volatile__|goto|inline)$/.test(tokens[open]?.text ?? "")) open += 1;
  const end = partners[open] ?? -1;
  if (tokens[open]?.text !== "(" || end === -1) return [];
  let last = open + 1;
  while (last < end && !/^::?$/.test(tokens[last]?.text ?? "")) last += 1;
  const words = tokens.slice(open + 1, last);
  const [first, final] = [words[0], words.at(-1)];
  if (first === undefined || final === undefined || words.every(({ text }) => text.startsWith('"'))) return [];
  const parts: Replacement[] = [{ start: first.start, end: final.end, by: '""' }];
  return final.end - first.start >= 2 ? parts : [];
};

/** `LIST(name, , type)`: an argument that is empty. */
export const hideEmptyArgument: Rule = ({ tokens, holders }, at, text) => {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.text !== "," || holders[at] !== "call" || next === undefined) return [];
  // Numbers are no tokens.
  const isFree = (from: number, to: number): boolean => !/\d/.test(text.slice(from, to));
  const isEmpty = /^[,)]$/.test(next.text) && isFree(token.end, next.start);
  const before = tokens[at - 1];
  return isEmpty || (before?.text === "(" && isFree(before.end, token.start)) ? [token] : [];
};

/** C: of `SCRIPT(name, "text") {` outside of code, `SCRIPT(name) {` is left. */
export const nameDefinition: Rule = ({ tokens, holders, partners, starts }, at) => {
  const [token, open] = [tokens[at], tokens[at + 1]];
  const end = partners[at + 1] ?? -1;
  const close = tokens[end];
  if (token === undefined || open?.text !== "(" || close === undefined || tokens[end + 1]?.text !== "{") return [];
  const isFirst = starts[at] === true || tokens[at - 1]?.text === "static";
  if (!isFirst || holders[at] !== "scope" || !/[A-Z]{2}/.test(token.text)) return [];
  const inside = tokens.slice(at + 2, end);
  const name = inside.findLast(
    ({ text }, index) =>
      isName(text) &&
      !/^[(.]$/.test(inside[index + 1]?.text ?? "") &&
      /^[,(]$/.test(tokens[at + 1 + index]?.text ?? ""),
  );
  if (name === undefined) return [];
  return [
    { start: open.end, end: name.start },
    { start: name.end, end: close.start },
  ];
};

/** C: `each(item, list, { … });`: statements as the last argument are read as a block behind the call. */
export const openBlockArgument: Rule = (nested, at, text) => {
  const { tokens, holders, partners } = nested;
  const [comma, open] = [tokens[at], tokens[at + 1]];
  const end = partners[at + 1] ?? -1;
  const [close, paren] = [tokens[end], tokens[end + 1]];
  if (comma?.text !== "," || open?.text !== "{" || holders[at] !== "call" || paren?.text !== ")") return [];
  if (!tokens.slice(at + 2, Math.min(end, at + maxSeen)).some(({ text: word }) => word === ";") || close === undefined)
    return [];
  const mark = markBetween(nested, at, text, ";");
  return mark === undefined ? [] : [{ start: comma.start, end: comma.end, by: ")" }, ...mark, paren];
};

/** A statement ends within so many tokens. */
const maxSeen = 300;
