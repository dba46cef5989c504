import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Importer, Known } from "./importer.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { hasImplicitSelf, isOwnReceiver, mustImport, receiverWords, referenceRulesOf } from "./reference-rules.ts";
import { isSuperReceiver, superclassesAt, typeAround } from "./superclass.ts";
import { sharesPackage, type Target } from "./target.ts";

/** Whether a name means a member of the target's type: through the type itself, or through a value of unknown type. */
export function classifyMember(
  target: Target,
  file: Occurrences,
  at: Occurrence,
  importer: Importer | undefined,
): Known | "other" {
  const { receiver } = at;
  if (receiver === undefined) return classifyBare(target, file, at, importer);
  // In `x.alias`, an alias of this file means nothing.
  if (at.name !== target.symbol.name) return "other";
  if (isSuperReceiver(receiver, file.language)) return classifyInherited(target, file, at, importer);
  if (receiver === "super") return referenceRulesOf(file.language)?.superReceiver === "result" ? "likely" : "other";
  if (isOwnReceiver(receiver)) return classifyOwn(target, file, at);
  const last = receiverWords(receiver).at(-1) ?? "";
  if (isNameOfType(target, file, last, importer)) return "sure";
  if (last === target.container?.name) return isBroughtElsewhere(file, last) ? "other" : "likely";
  return isOtherType(file, last, target) ? "other" : "likely";
}

/** `this.name`: of the enclosing type, or of one that it extends. */
function classifyOwn(target: Target, file: Occurrences, at: Occurrence): Known | "other" {
  if (isInType(target, file, at.within)) {
    return file.file === target.file || sharesType(target, file) ? "sure" : "other";
  }
  const around = typesAround(file, at.within);
  const own = around.at(0);
  return own !== undefined && declares(file, own, at.name) ? "other" : "likely";
}

/** `super.name`: of the first type in the head that has it; of one further up, if nothing contradicts it. */
function classifyInherited(
  target: Target,
  file: Occurrences,
  at: Occurrence,
  importer: Importer | undefined,
): Known | "other" {
  const { container } = target;
  const own = typeAround(file, at);
  const isOwn = file.file === target.file ? own?.path === container?.path : own?.name === container?.name;
  if (own !== undefined && isOwn && (file.file === target.file || sharesType(target, file))) return "other";
  for (const [index, name] of superclassesAt(file, at).entries()) {
    if (isNameOfType(target, file, name, importer)) return index === 0 ? "sure" : "likely";
    if (name === container?.name) return isBroughtElsewhere(file, name) ? "other" : "likely";
    if (isOtherType(file, name, target)) return "other";
  }
  return "likely";
}

/** By names: code separate from its class has no enclosing class. */
function isInType({ container }: Target, { symbols }: Occurrences, within: number | undefined): boolean {
  const path = within === undefined ? undefined : symbols[within];
  if (path === undefined || container === undefined) return false;
  const around = path.path.split("/");
  return (typeKinds.has(path.kind) ? around : around.slice(0, -1)).includes(container.name);
}

/** The same type may continue in another file: partial classes, `impl` blocks, code separate from its header. */
function sharesType({ language }: Target, file: Occurrences): boolean {
  return file.language === language && referenceRulesOf(language)?.hasPartialTypes === true;
}

function classifyBare(
  target: Target,
  file: Occurrences,
  at: Occurrence,
  importer: Importer | undefined,
): Known | "other" {
  // `{ name: 1 }` and `{ name } = value` name a member of something.
  if (at.key !== undefined) return "likely";
  if (at.local !== undefined) return "other";
  if (at.role === "import" && importsNoMembers(target, file)) return "other";
  if (at.role === "import")
    return importer?.names.get(at.name) ?? (broughtByName(file, at) && importer !== undefined ? "likely" : "other");
  if (!hasImplicitSelf(file.language)) return isValuePart(target) && isInside(target, file, at) ? "sure" : "other";
  if (isInType(target, file, at.within)) {
    return file.file === target.file || sharesType(target, file) ? "sure" : "other";
  }
  const around = typesAround(file, at.within);
  if (around.some((type) => declares(file, type, at.name))) return "other";
  if (broughtByName(file, at)) return importer === undefined ? "other" : "likely";
  if (file.symbols.some(({ path }) => path === at.name)) return "other";
  // Inherited members are used without a qualifier.
  return around.length > 0 || !mustImport(file.language) ? "likely" : "other";
}

/** A part of an object may be part of its module, which an import brings in. */
function importsNoMembers({ container }: Target, { language }: Occurrences): boolean {
  const isType = container !== undefined && typeKinds.has(container.kind);
  return isType && referenceRulesOf(language)?.importsNoMembers === true;
}

/** Members of enums and the like are visible by their bare name inside the enum. */
function isValuePart({ symbol }: Target): boolean {
  return symbol.kind === "member";
}

function isInside({ file, container }: Target, { file: other, symbols }: Occurrences, { within }: Occurrence): boolean {
  return file === other && within !== undefined && symbols[within]?.path === container?.path;
}

function broughtByName({ imports }: Occurrences, { name }: Occurrence): boolean {
  return imports.some((each) => each.local === name || each.name === name);
}

/** The type's own name: in its file, or if an import leads to it. */
function isNameOfType(target: Target, file: Occurrences, name: string, importer: Importer | undefined): boolean {
  if (file.file === target.file) return name === target.container?.name;
  if (importer?.names.get(name) === "sure") return true;
  return name === target.container?.name && sharesPackage(target, file) && !isBroughtElsewhere(file, name);
}

function isBroughtElsewhere({ imports, symbols }: Occurrences, name: string): boolean {
  return (
    imports.some(({ local, name: what }) => local === name && what !== undefined) ||
    symbols.some(({ path }) => path === name)
  );
}

/** A different type of this file that itself has such a member. */
function isOtherType(file: Occurrences, name: string, target: Target): boolean {
  const type = file.symbols.find((symbol) => symbol.path === name && typeKinds.has(symbol.kind));
  return type !== undefined && name !== target.container?.name && declares(file, type, target.symbol.name);
}

function declares({ symbols }: Occurrences, type: CodeSymbol, name: string): boolean {
  return symbols.some((symbol) => symbol.name === name && symbol.path === `${type.path}/${name}`);
}

/** The types around a place, the innermost first. */
function typesAround({ symbols }: Occurrences, within: number | undefined): readonly CodeSymbol[] {
  const found: CodeSymbol[] = [];
  for (let at = within; at !== undefined; at = symbols[at]?.parent) {
    const symbol = symbols[at];
    if (symbol !== undefined && (typeKinds.has(symbol.kind) || symbol.kind === "constant" || symbol.kind === "module"))
      found.push(symbol);
  }
  return found;
}
