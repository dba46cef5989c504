import { codeKinds, typeKinds, valueKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { hasImplicitSelf, referenceRulesOf } from "./reference-rules.ts";
import { namesAbove } from "./superclass.ts";
import { chainOf } from "./symbol-chain.ts";
import { isMember, namespaceAround, sharesPackage, type Target } from "./target.ts";

/** What else may have the name of a declaration where types have members that their own text does not show. */
export interface MemberRivals {
  /** A type has a member of its name, or a type inside, which others may inherit and use by the bare name. */
  readonly hasInheritedRival?: true;
  /** Another file declares a method of the same name in another part of the same type: arguments choose. */
  readonly hasOtherPart?: true;
  /** Its type has both a member of its own and one of its values with the name. */
  readonly hasTypeTwin?: true;
  /** Another namespace has a function of its name, which arguments may lead to. */
  readonly hasCallRival?: true;
}

export function memberRivals(target: Target, files: readonly Occurrences[]): MemberRivals {
  return {
    ...(isInherited(target, files) ? { hasInheritedRival: true } : {}),
    ...(files.some((file) => isInOtherPart(target, file)) ? { hasOtherPart: true } : {}),
    ...(hasTypeTwin(target, files) ? { hasTypeTwin: true } : {}),
    ...(hasCallRival(target, files) ? { hasCallRival: true } : {}),
  };
}

/** A type around a bare name, inside of what the name is declared in, may inherit another member of the name. */
export function mayBeInheritedNearer(target: Target, file: Occurrences, at: Occurrence): boolean {
  if (target.hasInheritedRival !== true || at.receiver !== undefined || at.key !== undefined) return false;
  return mayInheritBefore(target.container?.path, file, at);
}

/** A call with arguments may mean a function of the namespace that the type of one of them is in. */
export function mayBeFoundByArguments({ hasCallRival: hasRival }: Target, at: Occurrence): boolean {
  if (hasRival !== true || at.role !== "call" || at.receiver !== undefined || at.isRooted === true) return false;
  const calls = at.text.split(at.name).slice(1);
  return !calls.every((rest) => /^\s*\(\s*\)/.test(rest));
}

/** One of two declarations with one path is a member of the type itself, or of the module, and the other one is not. */
export function isTypeTwin(language: string, one: CodeSymbol, other: CodeSymbol): boolean {
  const { isOfType, ownExports } = referenceRulesOf(language) ?? {};
  // `const name` is not what `exports.name = function` declares.
  const [isExport, isOtherExport] = [one, other].map(({ signature }) =>
    ownExports?.test(/^([\w.]+)\.\w+\s*=/.exec(signature)?.[1] ?? ""),
  );
  if (isExport !== isOtherExport) return true;
  return isOfType !== undefined && (isOfType(one) === true) !== (isOfType(other) === true);
}

/** Whether a type around a place, inside of the one with that path, may inherit members. */
export function mayInheritBefore(
  path: string | undefined,
  { symbols, language }: Occurrences,
  at: Occurrence,
): boolean {
  const around = chainOf(symbols, at.within).filter(
    ({ kind, nameSpan }) => (typeKinds.has(kind) || kind === "module") && nameSpan.start < at.start,
  );
  const end = around.findIndex((type) => type.path === path);
  const inner = end === -1 ? around : around.slice(0, end);
  // What a type includes may stand anywhere in it, and an extension does not say what its type extends.
  const isOpen = referenceRulesOf(language)?.opensModules === true;
  return inner.some((type) => isOpen || type.kind === "impl" || namesAbove(type, language).length > 0);
}

function isInherited({ file, language, symbol, container }: Target, files: readonly Occurrences[]): boolean {
  const rules = referenceRulesOf(language);
  if (!hasImplicitSelf(language) || rules?.modules === "include") return false;
  // Where types are open, scopes tell what a constant means.
  const isRival = typeKinds.has(symbol.kind) && rules?.opensModules !== true ? isNamedType : isValueOrCode;
  if (!isRival(symbol)) return false;
  return files.some(({ file: other, symbols }) =>
    symbols.some((each) => {
      if (each.name !== symbol.name || !isRival(each) || (other === file && each.path === symbol.path)) return false;
      const around = each.parent === undefined ? undefined : symbols[each.parent];
      const isAlike = rules?.onlyCalled === undefined || codeKinds.has(each.kind) === codeKinds.has(symbol.kind);
      return isAlike && isInheritable(around, rules?.opensModules === true) && around?.path !== container?.path;
    }),
  );
}

function isInheritable(type: CodeSymbol | undefined, isOpen: boolean): boolean {
  if (type === undefined || type.kind === "enum") return false;
  return typeKinds.has(type.kind) || (isOpen && type.kind === "module");
}

function isNamedType({ kind }: CodeSymbol): boolean {
  return typeKinds.has(kind) && kind !== "impl";
}

function isValueOrCode({ kind }: CodeSymbol): boolean {
  return (codeKinds.has(kind) && kind !== "constructor" && kind !== "test") || valueKinds.has(kind);
}

function hasTypeTwin({ file, language, symbol, container }: Target, files: readonly Occurrences[]): boolean {
  const rules = referenceRulesOf(language);
  if ((isMember({ container }) ? rules?.isOfType : rules?.ownExports) === undefined) return false;
  const home = files.find((each) => each.file === file);
  return (
    home?.symbols.some(
      (each) => each.path === symbol.path && isValueOrCode(each) && isTypeTwin(language, each, symbol),
    ) === true
  );
}

function hasCallRival({ language, symbol, container }: Target, files: readonly Occurrences[]): boolean {
  if (referenceRulesOf(language)?.findsByArguments !== true || !codeKinds.has(symbol.kind)) return false;
  if (isMember({ container })) return false;
  return files.some(({ symbols }) =>
    symbols.some((each) => {
      if (each.name !== symbol.name || each.path === symbol.path || !codeKinds.has(each.kind)) return false;
      const around = each.parent === undefined ? undefined : symbols[each.parent];
      return around === undefined ? each.path === each.name : around.kind === "module";
    }),
  );
}

function isInOtherPart(target: Target, file: Occurrences): boolean {
  const { language, symbol } = target;
  const rules = referenceRulesOf(language);
  const isApart = rules?.modules === "namespace" || rules?.modules === "directory";
  if (!isApart || rules.hasPartialTypes !== true || !isMember(target)) return false;
  if (file.file === target.file || file.language !== language || !codeKinds.has(symbol.kind)) return false;
  return file.symbols.some(
    (each) => each.path === symbol.path && codeKinds.has(each.kind) && isOfSameType(target, file, each),
  );
}

/** Another method of its type; not the other part of one that is declared and defined in two. */
function isOfSameType(target: Target, file: Occurrences, other: CodeSymbol): boolean {
  const rules = referenceRulesOf(target.language);
  if (rules?.definesApart?.(other) === true && rules.definesApart(target.symbol)) return false;
  if (rules?.modules === "directory") return sharesPackage(target, file) === "sure";
  return namespaceAround(file.language, other, file.symbols) === target.namespace;
}
