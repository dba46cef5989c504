import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";

/** The enum around a value that is visible beside the enum, as in C. */
export function openEnumOf(
  language: string,
  { kind, parent }: Pick<CodeSymbol, "kind" | "parent">,
  symbols: readonly CodeSymbol[],
): CodeSymbol | undefined {
  const around = kind === "member" && parent !== undefined ? symbols[parent] : undefined;
  const isOpen = around?.kind === "enum" && referenceRulesOf(language)?.openEnums?.test(around.signature) === true;
  return isOpen ? around : undefined;
}

/** The symbol in whose scope a declaration is visible by its bare name; undefined for the file itself. */
export function scopeAround(
  language: string,
  symbol: Pick<CodeSymbol, "kind" | "parent">,
  symbols: readonly CodeSymbol[],
): CodeSymbol | undefined {
  const { parent } = openEnumOf(language, symbol, symbols) ?? symbol;
  return parent === undefined ? undefined : symbols[parent];
}

/** Its path without the enum that it is visible beside. */
export function visiblePath(language: string, symbol: CodeSymbol, symbols: readonly CodeSymbol[]): string {
  const around = openEnumOf(language, symbol, symbols);
  if (around === undefined) return symbol.path;
  return around.path.slice(0, around.path.length - around.name.length) + symbol.name;
}

interface Named {
  readonly symbol: CodeSymbol;
  readonly language: string;
  readonly container: CodeSymbol | undefined;
  readonly openEnum?: CodeSymbol;
}

interface ScopeRivals {
  readonly hasRivalValue?: true;
  readonly hasMemberRival?: true;
}

/** What else may have the name of a declaration where that is visible by its bare name. */
export function rivalsInScope(target: Named, home: Occurrences, files: readonly Occurrences[]): ScopeRivals {
  return {
    ...(isShared(target, home, files) ? { hasRivalValue: true } : {}),
    ...(isNameOfMember(target, files) ? { hasMemberRival: true } : {}),
  };
}

/** Something else has the name of the value in its file, or in another namespace, which `using` may bring in. */
function isShared({ symbol, language, openEnum }: Named, home: Occurrences, files: readonly Occurrences[]): boolean {
  if (openEnum === undefined) return false;
  const path = visiblePath(language, symbol, home.symbols);
  return files.some(({ file, language: other, symbols }) =>
    symbols.some((each) => {
      if (each.name !== symbol.name || (file === home.file && each.path === symbol.path)) return false;
      const around = scopeAround(other, each, symbols);
      const isBare = around === undefined || around.kind === "module";
      const isBeside = visiblePath(other, each, symbols) === path;
      return file === home.file ? isBare || isBeside : isBare && !isBeside;
    }),
  );
}

/** Where code apart from a type sees its members, a type has one of the name. */
function isNameOfMember({ symbol, language, container }: Named, files: readonly Occurrences[]): boolean {
  const rules = referenceRulesOf(language);
  if (rules?.modules !== "include" || rules.implicitSelf !== true) return false;
  if (container !== undefined && typeKinds.has(container.kind)) return false;
  return files.some(({ language: other, symbols }) =>
    symbols.some((each) => each.name === symbol.name && isOfClass(each, scopeAround(other, each, symbols))),
  );
}

/** A constructor has the name of its class. */
function isOfClass({ name }: CodeSymbol, around: CodeSymbol | undefined): boolean {
  return around !== undefined && around.kind !== "enum" && typeKinds.has(around.kind) && around.name !== name;
}
