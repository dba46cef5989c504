import { type SymbolKind, typeKinds } from "../../languages/symbol-kind.ts";
import type { Importer } from "./importer.ts";
import type { Occurrences } from "./occurrence.ts";
import { moduleLocal, receiverWords, referenceRulesOf } from "./reference-rules.ts";
import { sharesPackage, type Target } from "./target.ts";

/** A written type: its own name, or that of a module that has it: `store.Store`. */
export function isTypeNamed(target: Target, file: Occurrences, type: string, importer: Importer | undefined): boolean {
  const words = receiverWords(type);
  const name = words.at(-1) ?? "";
  if (words.length === 1) return isNameOfType(target, file, name, importer);
  if (isWholeName(target, file, words)) return true;
  return name === target.container?.name && moduleLocal(importer?.modules, words.slice(0, -1).join(".")) === "sure";
}

/** `a.b.Type`, where files say which package they are in. */
export function isWholeName(
  { namespace, container }: Target,
  { language }: Occurrences,
  words: readonly string[],
): boolean {
  if (!hasWholeNames(language) || namespace === undefined || container === undefined) return false;
  return words.join(".") === `${namespace}.${container.path.replaceAll("/", ".")}`;
}

/** A qualified type is one of the package or type that is named before it. */
export function hasWholeNames(language: string): boolean {
  return referenceRulesOf(language)?.packageClause !== undefined;
}

/** A type inside another one, qualified by it: `Outer.Inner`. */
export function isNestedNamed(
  target: Target,
  file: Occurrences,
  words: readonly string[],
  importer: Importer | undefined,
): boolean {
  const [outer, inner] = words.slice(-2);
  if (target.isInNested !== true || inner === undefined || outer === undefined) return false;
  if (!target.container?.path.endsWith(`${outer}/${inner}`)) return false;
  const isDeclared = file.symbols.some(({ path, kind }) => path === outer && kind !== "impl");
  const isHome = file.file === target.file || (sharesPackage(target, file) === "sure" && !isDeclared);
  return words.length === 2 && isHome && importer?.elsewhere.has(outer) !== true;
}

/** The type's own name: in its file, or if an import leads to it. */
export function isNameOfType(target: Target, file: Occurrences, name: string, importer: Importer | undefined): boolean {
  // Code apart from its class may mean a type inside of that class, which is declared in another file.
  const isApart = target.isInNested === true && referenceRulesOf(file.language)?.modules === "include";
  if (file.file === target.file) return name === target.container?.name && isOnlyType(file, name) && !isApart;
  if (importer?.names.get(name) === "sure") return target.isInNested !== true || importsNested(target, file, name);
  const isVisible = target.isInNested !== true && sharesPackage(target, file) === "sure";
  const isShared = isVisible && name === target.container?.name;
  return isShared && !isBroughtElsewhere(file, name, importer);
}

/** Types inside others may share a name: an import of one says which type it is in. */
function importsNested({ container }: Target, { imports }: Occurrences, name: string): boolean {
  const outer = container?.path.split("/").at(-2) ?? "";
  return imports.some(
    (site) => (site.local ?? site.name) === name && site.source.split(/[^\p{L}\p{N}_$]+/u).includes(outer),
  );
}

/** Types inside others may share a name. */
function isOnlyType({ symbols }: Occurrences, name: string): boolean {
  const paths = symbols.filter(
    (symbol) => symbol.name === name && symbol.kind !== "impl" && typeKinds.has(symbol.kind),
  );
  return new Set(paths.map(({ path }) => path)).size <= 1;
}

/** The file declares another type of this name, or imports one. */
export function isBroughtElsewhere(file: Occurrences, name: string, importer: Importer | undefined): boolean {
  const { symbols } = file;
  if (importer?.names.has(name) === true || isOpen(file)) return false;
  return importer?.elsewhere.has(name) === true || symbols.some(({ path, kind }) => path === name && kind !== "impl");
}

export function isOpen({ language }: Occurrences): boolean {
  return referenceRulesOf(language)?.opensModules === true;
}

/** Where a type and a value may share a name, what is before a dot is the value. */
export function isNoValue(language: string, kind: SymbolKind | undefined): boolean {
  const isMerged = referenceRulesOf(language)?.writtenTypes?.mergesDeclarations === true;
  return isMerged && (kind === "interface" || kind === "type");
}
