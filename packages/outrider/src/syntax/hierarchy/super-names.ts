import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { type HeadWord, readHeadWords } from "./head-words.ts";

/** A name in the head of a type that says what it is a kind of. */
export interface SuperName {
  readonly name: string;
  readonly start: number;
}

/** How a language says it: by words, behind a colon, in brackets, behind `<`, or by lines in the body. */
type Style = "words" | "colon" | "brackets" | "less" | "embedded";

const styles: ReadonlyMap<string, Style> = new Map([
  ["typescript", "words"],
  ["tsx", "words"],
  ["javascript", "words"],
  ["vue", "words"],
  ["svelte", "words"],
  ["java", "words"],
  ["php", "words"],
  ["scala", "words"],
  ["dart", "words"],
  ["solidity", "words"],
  ["cpp", "colon"],
  ["csharp", "colon"],
  ["kotlin", "colon"],
  ["swift", "colon"],
  ["rust", "colon"],
  ["python", "brackets"],
  ["ruby", "less"],
  ["go", "embedded"],
]);

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

/** Whether the heads of types can be read in this language. */
export function hasSuperNames(language: string): boolean {
  return styles.has(language);
}

/** The types that a declaration names as those it extends or implements; names inside of brackets are arguments. */
export function superNames(text: string, symbol: CodeSymbol, language: string): readonly SuperName[] {
  const style = styles.get(language);
  if (style === undefined || !typeKinds.has(symbol.kind)) return [];
  if (style === "embedded") return embeddedNames(text, symbol);
  const marks = {
    angles: style !== "less" && style !== "brackets",
    comment: style === "less" || style === "brackets" ? "#" : "//",
  };
  const { nameSpan, bodySpan, span } = symbol;
  if (symbol.kind === "impl" && language === "rust")
    return traitOf(readHeadWords(text, { start: span.start, end: nameSpan.start }, marks));
  const end = style === "less" ? lineEnd(text, nameSpan.end) : (bodySpan?.start ?? span.end);
  return chooseNames(readHeadWords(text, { start: nameSpan.end, end }, marks), style);
}

function chooseNames(words: readonly HeadWord[], style: Exclude<Style, "embedded">): readonly SuperName[] {
  const names: SuperName[] = [];
  const level = style === "brackets" ? 1 : 0;
  let isOpen = style === "brackets";
  for (const [index, { text, start, depth, isName }] of words.entries()) {
    // Behind a second pair of brackets stands nothing of the kind.
    if (style === "brackets" && depth === 0 && index > 0) break;
    if (depth !== level) continue;
    if (opens(style, text)) isOpen = true;
    else if (closing.has(text)) isOpen = false;
    else if (text === "," && style === "colon") isOpen ||= names.length > 0;
    else if (isOpen && isName && !modifiers.has(text) && standsAlone(words, index)) names.push({ name: text, start });
    if (text === "where" || text === "permits") break;
  }
  return names;
}

function opens(style: Style, text: string): boolean {
  if (style === "words") return opening.has(text);
  return text === (style === "colon" ? ":" : style === "less" ? "<" : "(");
}

/** Neither a part of a longer name that goes on, nor a named argument or its value. */
function standsAlone(words: readonly HeadWord[], index: number): boolean {
  const next = words[index + 1]?.text ?? "";
  const before = words[index - 1]?.text ?? "";
  return ![".", "::", "\\", "="].includes(next) && before !== "=";
}

/** `impl<X> Trait<Y> for`: the last name outside of brackets before `for`. */
function traitOf(words: readonly HeadWord[]): readonly SuperName[] {
  const end = words.findLastIndex(({ text, depth }) => text === "for" && depth === 0);
  const name = words.slice(0, Math.max(0, end)).findLast(({ isName, depth }) => isName && depth === 0);
  return name === undefined || name.text === "impl" ? [] : [{ name: name.text, start: name.start }];
}

const embedded =
  /(?<=^|[\n;{])[ \t]*(?:[\p{L}_][\p{L}\p{N}_]*\.)?([\p{L}_][\p{L}\p{N}_]*)[ \t]*(?:\/\/[^\n]*)?(?=[\r\n;}]|$)/dgu;

/** An interface of Go has the methods of those that stand alone on a line of it. */
function embeddedNames(text: string, { kind, span, nameSpan, bodySpan }: CodeSymbol): readonly SuperName[] {
  if (kind !== "interface") return [];
  const from = text.indexOf("{", bodySpan?.start ?? nameSpan.end) + 1;
  if (from === 0 || from > span.end) return [];
  const names: SuperName[] = [];
  for (const found of text.slice(from, span.end).matchAll(embedded)) {
    const [start] = found.indices?.[1] ?? [];
    const name = found[1];
    if (start !== undefined && name !== undefined) names.push({ name, start: from + start });
  }
  return names;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
