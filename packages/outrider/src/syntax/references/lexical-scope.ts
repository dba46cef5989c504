import { codeKinds, type SymbolKind, typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { visiblePath } from "./visible-scope.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { hasImplicitSelf, referenceRulesOf } from "./reference-rules.ts";

/** The declaration of the same file that a bare name resolves to: in the innermost scope around it that has one. */
export function resolveInFile(file: Occurrences, at: Occurrence, wanted: SymbolKind): CodeSymbol | undefined {
  const onlyCalled = at.role === "use" ? referenceRulesOf(file.language)?.onlyCalled : undefined;
  const declared = file.symbols
    .filter((symbol) => symbol.name === at.name && bindsName(file, symbol) && !isOfUnnamed(file, symbol))
    .filter((symbol) => onlyCalled?.(symbol) !== true)
    .map((symbol) => ({ symbol, path: visiblePath(file.language, symbol, file.symbols) }));
  if (declared.length === 0) return undefined;
  const within = scopeAt(file, at);
  const around = within === undefined ? "" : (file.symbols[within]?.path ?? "");
  const isOpen = referenceRulesOf(file.language)?.opensModules === true;
  // By paths: a method apart from its class, as in C++, is not inside of it.
  for (let path = around; path !== ""; path = outerPath(path)) {
    const holder = file.symbols.find((symbol) => symbol.path === path);
    if (!isScope(holder?.kind ?? "class", file.language)) continue;
    const inside = declared.filter((each) => each.path === `${path}/${at.name}`);
    const found = inside.find(({ symbol }) => mayBe(at, symbol, wanted));
    if (found !== undefined) return found.symbol;
    // Where types are open, what is around a type is not visible in it.
    if (isOpen && !codeKinds.has(holder?.kind ?? "class")) break;
  }
  return declared.find(({ path }) => path === at.name)?.symbol;
}

/** Whether the file declares both a type and something else by this name, so that only grammar tells which one is meant. */
export function hasRival({ symbols }: Occurrences, { name, role, text }: Occurrence): boolean {
  if (role === "call" && !text.includes(`new ${name}`)) return false;
  const kinds = symbols.filter(
    (symbol) => symbol.name === name && symbol.kind !== "constructor" && symbol.kind !== "impl",
  );
  return kinds.some(({ kind }) => isType(kind)) && kinds.some(({ kind }) => kind === "method" || kind === "property");
}

export function outerPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The symbol whose scope a place is in: decorators and types before a name are outside of what they belong to. */
export function scopeAt({ symbols }: Occurrences, { within, start }: Occurrence): number | undefined {
  const around = within === undefined ? undefined : symbols[within];
  return around !== undefined && around.nameSpan.start > start ? around.parent : within;
}

/** A member of a type without a name inside of a function is visible only there. */
export function isOfUnnamed(
  { symbols, language }: Pick<Occurrences, "symbols" | "language">,
  { kind, parent }: CodeSymbol,
): boolean {
  const isMember = kind === "method" || kind === "property";
  return isMember && hasImplicitSelf(language) && codeKinds.has(symbols[parent ?? -1]?.kind ?? "class");
}

/** A test has a title, which declares no name; an `impl` names a type that is declared elsewhere, a constructor its own. */
function bindsName({ occurrences, language }: Occurrences, { kind, nameSpan }: CodeSymbol): boolean {
  if (kind === "impl" || kind === "test" || kind === "constructor") return false;
  // `attr_reader :name` declares a method by a symbol.
  if (referenceRulesOf(language)?.fieldsAreMethods === true) return true;
  // Where a local name is visible, its scope tells; a parameter that is a property is visible as one, too.
  return occurrences.some(
    ({ start, role, local }) =>
      start === nameSpan.start && role === "definition" && (local !== start || kind === "property"),
  );
}

/** Members of a type are visible by their bare names in some languages only. */
function isScope(kind: SymbolKind, language: string): boolean {
  // A value of an enum may have a body with members of its own.
  const isType = typeKinds.has(kind) || kind === "member";
  return codeKinds.has(kind) || kind === "module" || (isType && hasImplicitSelf(language));
}

/** A method and a field of a type may share a name: a call means the method. A type may have the name of a method. */
function mayBe({ role, name, text, kinds }: Occurrence, { kind, parent }: CodeSymbol, wanted: SymbolKind): boolean {
  if (kinds?.includes(kind) === false) return false;
  const isValue = kind === "property" || kind === "constant" || kind === "member";
  if (role === "call" && isValue) return false;
  const isCalled = role === "call" && !text.includes(`new ${name}`);
  return !(parent !== undefined && isType(wanted) && (isValue || (kind === "method" && !isCalled)));
}

function isType(kind: SymbolKind): boolean {
  return typeKinds.has(kind) || kind === "type";
}
