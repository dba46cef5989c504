import { codeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Occurrences } from "./occurrence.ts";
import { hasOuterRival } from "./namespace-scope.ts";
import { memberRivals } from "./member-rivals.ts";
import { hasOtherMember } from "./other-self.ts";
import { isOfUnnamed } from "./lexical-scope.ts";
import { wholeModule } from "./place-facts.ts";
import { rivalPaths } from "./nested-modules.ts";
import { namespaceIn, referenceRulesOf } from "./reference-rules.ts";
import { importedName, isConstant, isInside, moduleOf, type Target, wholeNameOf } from "./target.ts";
import { rivalsInScope } from "./visible-scope.ts";

/** The target with what its own file tells, if that is among the files that were read. */
export function settleTarget<Wanted extends Target>(target: Wanted, files: readonly Occurrences[]): Wanted {
  const home = files.find(({ file }) => file === target.file);
  if (home === undefined) return target;
  const isScript = isNoModule(home);
  const hasTwin = home.symbols.some((other) => isTwin(target, other, home.symbols));
  const isEmbedding = referenceRulesOf(target.language)?.isEmbedded;
  const isEmbedded =
    isEmbedding !== undefined &&
    files.some(({ symbols }) => symbols.some((each) => each.name === target.symbol.name && isEmbedding(each)));
  const isExtension = referenceRulesOf(target.language)?.isExtension;
  const hasExtension =
    isExtension !== undefined &&
    !isExtension(target.symbol) &&
    files.some(({ symbols }) => symbols.some((each) => each.name === target.symbol.name && isExtension(each)));
  const innerRivals = rivalsOf(target, files);
  const facts = {
    isScript,
    ...(isUnexported(target, home) ? { isUnexported: true } : {}),
    hasTwin,
    hasExtension,
    innerRivals,
    rivalPaths: rivalPaths(target, home),
    ...rivalsInScope(target, home, files),
    ...(hasOuterRival(target, files) ? { hasOuterRival: true } : {}),
    ...(referenceRulesOf(target.language)?.wholeNameAt === undefined
      ? {}
      : {
          rivalModules: otherModules(target, files),
          declaredAs: declaredAs(target, files),
          isDeclared: isDeclaredIn(files),
          topModules: topModulesIn(files),
        }),
    ...memberRivals(target, files),
    ...(hasOtherMember(target, files) ? { hasOtherMember: true } : {}),
    ...(isOfUnnamed(home, target.symbol) ? { isOfUnnamed: true } : {}),
    ...(isEmbedded ? { isEmbedded } : {}),
    ...(isEmbedding?.(target.symbol) === true ? { isEmbedding: true } : {}),
    ...(isOnlyAtTop(target, files) ? { isGlobal: true } : {}),
  };
  return { ...target, namespace: home.namespace ?? target.namespace, package: home.package, ...facts };
}

function isNoModule({ imports, symbols }: Occurrences): boolean {
  return imports.length === 0 && !symbols.some(({ exported, parent }) => exported && parent === undefined);
}

/** Only code in its file names it: each place there with the name is plain, and none exports it, except as the whole module. */
export function isUnexported({ symbol, container, language, file }: Target, home: Occurrences): boolean {
  const rules = referenceRulesOf(language);
  if (rules?.exportsByMark !== true || rules.descriptions?.test(file) === true) return false;
  if (container !== undefined || symbol.exported || isNoModule(home)) return false;
  return home.occurrences.every(({ name, exportedAs, exportOf, key, receiver }) => {
    if (name !== symbol.name) return true;
    const isOwn = receiver !== undefined && rules.ownExports?.test(receiver) === true;
    return (exportedAs ?? wholeModule) === wholeModule && exportOf === undefined && key === undefined && !isOwn;
  });
}

function otherModules(target: Target, files: readonly Occurrences[]): ReadonlySet<string> {
  const named = files.flatMap(({ symbols }) =>
    symbols.filter(({ name }) => name === target.symbol.name).map((symbol) => moduleOf(symbol, symbols)),
  );
  return new Set(named.filter((module) => module !== target.module));
}

const topModules = new WeakMap<readonly Occurrences[], ReadonlySet<string>>();

/** Once for all targets in the same files. */
function topModulesIn(files: readonly Occurrences[]): ReadonlySet<string> {
  const known = topModules.get(files);
  if (known !== undefined) return known;
  const paths = files.flatMap(({ symbols }) => symbols.filter(({ parent }) => parent === undefined));
  const found = new Set(paths.map(({ name }) => name.split(".", 1)[0] ?? name));
  topModules.set(files, found);
  return found;
}

/** Read when the first name is asked for. */
function isDeclaredIn(files: readonly Occurrences[]): (whole: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  return (whole) => {
    names ??= new Set(
      files.flatMap(({ symbols }) => symbols.filter(isConstant).map((symbol) => wholeNameOf(symbol, symbols))),
    );
    return names.has(whole);
  };
}

function declaredAs(
  { symbol: { name } }: Target,
  files: readonly Occurrences[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { file, symbols } of files)
    for (const symbol of symbols.filter((each) => each.name === name && isConstant(each))) {
      const whole = wholeNameOf(symbol, symbols);
      found.set(whole, [...(found.get(whole) ?? []), file]);
    }
  return found;
}

/** The namespaces inside the target's that declare a type with the name that an import has to name. */
function rivalsOf(target: Target, files: readonly Occurrences[]): readonly string[] {
  if (referenceRulesOf(target.language)?.seesOuterNamespaces !== true) return [];
  const name = importedName(target);
  return files.flatMap((file) => {
    const inner = namespaceIn(file);
    if (inner === undefined || !isInside(inner, target.namespace)) return [];
    return file.symbols.some((symbol) => symbol.name === name && symbol.kind !== "constructor") ? [inner] : [];
  });
}

/** No other file declares the name, neither at the top nor inside of something: another program may have its own. */
function isOnlyAtTop({ file: home, container, symbol, language }: Target, files: readonly Occurrences[]): boolean {
  const named = container ?? symbol;
  if (referenceRulesOf(language)?.globalTypes !== true || named.path !== named.name) return false;
  if (!["class", "module", "trait", "constant"].includes(named.kind)) return false;
  return files.every(({ file, symbols }) =>
    symbols.every(
      ({ name, path, kind }) => name !== named.name || kind === "test" || (file === home && path === named.path),
    ),
  );
}

/** The methods of a type may be apart from its fields, as in Rust. */
function isTwin({ symbol, container, language }: Target, other: CodeSymbol, symbols: readonly CodeSymbol[]): boolean {
  if (referenceRulesOf(language)?.fieldsAreMethods === true) return false;
  const around = other.parent === undefined ? undefined : symbols[other.parent];
  if (container === undefined || other.name !== symbol.name || around?.name !== container.name) return false;
  return codeKinds.has(other.kind) !== codeKinds.has(symbol.kind);
}
