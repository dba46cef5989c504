import { editingRulesOf } from "../../languages/editing-of.ts";
import type { Span } from "../../languages/language.ts";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { FoundSymbol } from "../find-symbol-to-edit.ts";

/** Type parameters of the types around that nothing but this member names: `T` in `struct Tag<T> { of: PhantomData<T> }`. */
export function findSoleMentions({ file: { text }, symbol, declared }: FoundSymbol): readonly string[] {
  if (editingRulesOf(declared.language).namesTypeParameters !== true) return [];
  const found: string[] = [];
  let around = declared.symbols[symbol.parent ?? -1];
  for (; around !== undefined; around = declared.symbols[around.parent ?? -1])
    if (carriers.has(around.kind)) found.push(...onlyNamedBy(symbol, around, text));
  return found;
}

/** What a type is made of names its parameters; the block of an `impl` and what a trait demands need not. */
const carriers: ReadonlySet<SymbolKind> = new Set(["class", "interface", "struct", "enum", "type"]);

function onlyNamedBy({ nameSpan, span }: CodeSymbol, type: CodeSymbol, text: string): readonly string[] {
  const list = parameterList(text, type);
  if (list === undefined || list.end > span.start) return [];
  const own = text.slice(nameSpan.end, span.end);
  const others = [text.slice(list.end, span.start), text.slice(span.end, type.span.end)];
  return parametersIn(text.slice(list.start, list.end))
    .filter((name) => isNamedIn(own, name) && !others.some((other) => isNamedIn(other, name)))
    .map((name) => `the type parameter ${name} of ${type.name}, which nothing else there names`);
}

/** What is between the angle brackets behind the name of a type. */
function parameterList(text: string, { nameSpan, span }: Pick<CodeSymbol, "nameSpan" | "span">): Span | undefined {
  const start = nameSpan.end + (/^\s*/.exec(text.slice(nameSpan.end, span.end))?.[0].length ?? 0);
  if (text[start] !== "<") return undefined;
  let depth = 0;
  for (let at = start; at < span.end; at += 1) {
    if (text[at] === "<") depth += 1;
    const isArrow = text[at - 1] === "=" || text[at - 1] === "-";
    if (text[at] === ">" && !isArrow && (depth -= 1) === 0) return { start: start + 1, end: at };
  }
  return undefined;
}

/** The names that the items of the list begin with. */
function parametersIn(list: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let item = "";
  for (let at = 0; at <= list.length; at += 1) {
    const letter = list[at] ?? ",";
    if (/[<([{]/.test(letter)) depth += 1;
    if (/[)\]}]/.test(letter) || (letter === ">" && !/[=-]/.test(list[at - 1] ?? ""))) depth -= 1;
    if (letter !== "," || depth > 0) {
      item += letter;
      continue;
    }
    const name = itemPattern.exec(item)?.[1];
    if (name !== undefined) names.push(name);
    item = "";
  }
  return names;
}

/** A type, a constant, or a lifetime of Rust. */
const itemPattern = /^\s*(?:(?:in|out|const)\s+)*('?[\p{L}_$][\p{L}\p{N}_$]*)/u;

function isNamedIn(text: string, name: string): boolean {
  const escaped = name.replaceAll("$", "\\$");
  return new RegExp(`(?<![\\p{L}\\p{N}_$'])${escaped}(?![\\p{L}\\p{N}_$'])`, "u").test(text);
}
