import { type HeadWord, readHeadWords, type ReadSupertypes, type SuperName } from "./type-hierarchy.ts";

/** `class A extends B implements C`. */
export const afterWords = readBy("words");

/** `class A : B, C`. */
export const afterColon = readBy("colon");

/** `class A(B, C)`. */
export const inBrackets = readBy("brackets");

/** `class A < B`. */
export const afterLess = readBy("less");

type Style = "words" | "colon" | "brackets" | "less";

/** Names inside nested brackets are arguments. */
function readBy(style: Style): ReadSupertypes {
  const marks = {
    angles: style !== "less" && style !== "brackets",
    comment: style === "less" || style === "brackets" ? "#" : "//",
  };
  return (text, { nameSpan, bodySpan, span }) => {
    const end = style === "less" ? lineEnd(text, nameSpan.end) : (bodySpan?.start ?? span.end);
    return chooseNames(readHeadWords(text, { start: nameSpan.end, end }, marks), style);
  };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function chooseNames(words: readonly HeadWord[], style: Style): readonly SuperName[] {
  const names: SuperName[] = [];
  const level = style === "brackets" ? 1 : 0;
  let isOpen = style === "brackets";
  for (const [index, { text, start, depth, isName }] of words.entries()) {
    // No supertypes come after the first pair of brackets.
    if (style === "brackets" && depth === 0 && index > 0) break;
    if (depth !== level) continue;
    if (opens(style, text)) isOpen = true;
    else if (closing.has(text)) isOpen = false;
    else if (text === "," && style === "colon") isOpen ||= names.length > 0;
    else if (isOpen && isName && !modifiers.has(text) && standsAlone(words, index)) names.push({ name: text, start });
    if (text === "where") return [...names, ...(style === "colon" ? ofSelf(words.slice(index)) : [])];
    if (text === "permits") break;
  }
  return names;
}

/** `where Self: A + B`: what a trait or protocol demands of its own types. */
function ofSelf(words: readonly HeadWord[]): readonly SuperName[] {
  const from = words.findIndex(({ text }, index) => text === "Self" && words[index + 1]?.text === ":");
  if (from === -1) return [];
  const behind = words.slice(from + 2);
  const end = behind.findIndex(({ text, depth }) => text === "," && depth === 0);
  const clause = end === -1 ? behind : behind.slice(0, end);
  return clause
    .filter(({ isName, depth }, index) => isName && depth === 0 && standsAlone(clause, index))
    .map(({ text, start }) => ({ name: text, start }));
}

function opens(style: Style, text: string): boolean {
  if (style === "words") return opening.has(text);
  return text === (style === "colon" ? ":" : style === "less" ? "<" : "(");
}

const opening: ReadonlySet<string> = new Set(["extends", "implements", "with", "on", "is"]);
const closing: ReadonlySet<string> = new Set(["permits", "where", "derives", "by", "requires"]);
const modifiers: ReadonlySet<string> = new Set([
  "public",
  "private",
  "protected",
  "virtual",
  "final",
  "class",
  "any",
  "dyn",
  "const",
]);

/** The name is not followed by more of a qualified name, and is no named argument or its value. */
function standsAlone(words: readonly HeadWord[], index: number): boolean {
  const next = words[index + 1]?.text ?? "";
  const before = words[index - 1]?.text ?? "";
  return ![".", "::", "\\", "="].includes(next) && before !== "=";
}
