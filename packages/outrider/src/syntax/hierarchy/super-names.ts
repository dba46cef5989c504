import type { SuperName } from "../../languages/hierarchy/type-hierarchy.ts";
import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";

/** Whether the heads of types can be read in this language. */
export function hasSuperNames(language: string): boolean {
  return languageById(language)?.hierarchy !== undefined;
}

/** The types that a declaration names as those it extends or implements; names inside of brackets are arguments. */
export function superNames(text: string, symbol: CodeSymbol, language: string): readonly SuperName[] {
  const hierarchy = languageById(language)?.hierarchy;
  return hierarchy === undefined || !typeKinds.has(symbol.kind) ? [] : hierarchy.supertypes(text, symbol);
}
