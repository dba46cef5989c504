import { nameHandedOn } from "./find-bindings.ts";
import { exportsIn, filesIndexOf, occurringImports } from "./files-index.ts";
import type { Meanings, Meant, Site } from "./import-meanings.ts";
import { siteKey } from "./import-sites.ts";
import { amountOf, type Importer, type Importers, type Known, learn, learnMember, newImporter } from "./importer.ts";
import { isModuleItself, localModule, type ModuleFile } from "./module-paths.ts";
import { givenTo, nestsModules } from "./nested-modules.ts";
import type { Occurrences } from "./occurrence.ts";
import type { PathIndex } from "./path-index.ts";
import { isTail, pathBelow, stem } from "./path-words.ts";
import { wholeModule } from "./place-facts.ts";
import { namesModules, namespaceOf, plainNamespace, referenceRulesOf } from "./reference-rules.ts";
import { settleImport } from "./settle-imports.ts";
import { isUnexported } from "./settle-target.ts";
import { importedName, isMember, type Target } from "./target.ts";

/**
 * What the imports of each file have to do with the target: directly, or through files that re-export it. With `paths`, the
 * files of the project, imports that lead elsewhere are known too.
 */
export function findImporters(
  target: Target,
  files: readonly Occurrences[],
  { paths, meanings = new WeakMap() }: { readonly paths?: PathIndex | undefined; readonly meanings?: Meanings } = {},
): Importers {
  const index = filesIndexOf(files, meanings);
  const { byFile } = index;
  const own = newImporter();
  const home = byFile.get(target.file);
  const namespace = namespaceAround(target);
  if (namespace === undefined) learn(own.names, importedName(target), "sure");
  else learn(own.exportedModules, namespace, "sure");
  if (namespace === undefined && (home === undefined || !isUnexported(target, home)))
    learn(own.exports, importedName(target), tellsExport(target) ? "sure" : "likely");
  const importers = new Map([[target.file, own]]);
  /** Those that mean a file; a file is looked at again whenever it exports more. */
  const meant = new Map<string, readonly Meant[]>();
  const open = [target.file];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const exporter = importers.get(from) ?? newImporter();
    addExports(byFile.get(from), exporter);
    const module = moduleOf(target, from, byFile.get(from));
    const meaning = meant.get(from) ?? index.meaning(module);
    meant.set(from, meaning);
    for (const { site: written, known } of meaning) {
      const local = localOfOuter(written, from);
      if (local === undefined && written.local !== undefined) continue;
      const site = { ...written, local };
      const below = moduleBelow(site, from);
      // All names of a package are those that its own file has, not those of modules in it.
      if (site.local === undefined && below !== undefined) continue;
      const importer = importers.get(site.file) ?? newImporter();
      importers.set(site.file, importer);
      const before = amountOf(importer.exports) + amountOf(importer.exportedModules);
      const isModule = isModuleItself(site.name, from) || isNamespaceItself(site, module);
      const given = givenTo(site, { from, exporter, target, isModule, file: byFile.get(from) });
      const isDeeper = target.container === undefined && isBelowPackage(site, module);
      const way: Way = { meaning: known, exporter: { ...exporter, ...given }, isModule, below, isDeeper };
      addImport(site, way, importer);
      addModules(site, way, importer);
      importer.sites.add(siteKey(written));
      addExports(byFile.get(site.file), importer);
      if (amountOf(importer.exports) + amountOf(importer.exportedModules) > before) open.push(site.file);
    }
  }
  const module = moduleOf(target, target.file, home);
  for (const file of files) {
    const importer = importers.get(file.file) ?? newImporter();
    importers.set(file.file, importer);
    if (namesModules(referenceRulesOf(file.language))) doubtNames(file, importer);
    for (const site of occurringImports(file))
      settleImport(site, { file, importer, home: module, byFile, importers, paths });
  }
  return importers;
}

/** `a.b` for what `namespace a.b` of a module declares: imports name the namespace. */
function namespaceAround({ language, container }: Target): string | undefined {
  const rules = referenceRulesOf(language);
  const isInside = container?.kind === "module" && (rules?.exportsByMark === true || nestsModules(language));
  return isInside ? container.path.replaceAll("/", ".") : undefined;
}

/** Where modules say what they export, something else may be exported under the name of what is not. */
function tellsExport({ language, file, symbol, container }: Target): boolean {
  const rules = referenceRulesOf(language);
  if (rules?.exportsByMark !== true || rules.descriptions?.test(file) === true) return true;
  return (container !== undefined && isMember({ container }) ? container : symbol).exported;
}

/** A name that several imports of a file bind means what the last one that ran brings in. */
function doubtNames({ imports }: Occurrences, importer: Importer): void {
  const others = imports.filter((site) => !importer.sites.has(siteKey(site)));
  const hasOtherStar = others.some(({ local }) => local === undefined);
  for (const [name, known] of importer.names) {
    const isNamed = imports.some((site) => site.local === name && importer.sites.has(siteKey(site)));
    const isBoundAgain = others.some(({ local }) => local === name) || (!isNamed && hasOtherStar);
    if (known === "sure" && isBoundAgain) importer.names.set(name, "likely");
  }
}

/** How other files may name a file in imports. */
function moduleOf(target: Target, file: string, read: Occurrences | undefined): ModuleFile {
  const declared = file === target.file ? (target.qualifier ?? target.namespace) : namespaceOf(read?.symbols ?? []);
  return { file, namespace: read?.namespace ?? declared, package: read?.package };
}

/** `import a.Outer.name`, which is no name of the package `a` itself. */
function isBelowPackage({ source, name, language }: Site, { namespace }: ModuleFile): boolean {
  if (referenceRulesOf(language)?.packageClause === undefined || namespace === undefined) return false;
  const path = source.replaceAll(/\s/g, "");
  const around = name !== undefined && path.endsWith(`.${name}`) ? path.slice(0, -name.length - 1) : path;
  return around.startsWith(`${namespace}.`);
}

/** `use A\B` for the namespace `A\B`. */
function isNamespaceItself({ source, name, language }: Site, { namespace }: ModuleFile): boolean {
  if (referenceRulesOf(language)?.modules !== "namespace" || name === undefined) return false;
  return `${plainNamespace(source)}.${name}` === namespace;
}

interface Way {
  readonly meaning: Known;
  readonly exporter: Importer;
  /** The import names the file itself, not something in it: `from package import module`. */
  readonly isModule: boolean;
  /** The import names a package around the file, which is this module of it. */
  readonly below: string | undefined;
  /** It names something inside of a type of the package, or of a package below. */
  readonly isDeeper: boolean;
}

/** Adds the names that an import makes visible. */
function addImport(site: Site, { meaning, exporter, isModule, below, isDeeper }: Way, importer: Importer): void {
  // The value of a module is no member of it.
  const isMemberOfModule = [...exporter.exports.keys()].some((name) => name !== wholeModule && name !== "default");
  for (const [name, given] of exporter.exports) {
    const known: Known = given === "sure" && meaning === "sure" ? "sure" : "likely";
    if (site.local === undefined) addAll(site, name, known, importer);
    else if (site.name === name && !(isModule && isPackagePart(site)) && !isDeeper)
      addNamed(site, site.local, known, importer);
    else if (below !== undefined) learnMember(importer, `${localModule(site.local)}.${below}`, name, known);
    else if (isMemberOfModule && (site.name === undefined || isModule)) {
      addModule(site, localModule(site.local), known, importer);
      learnMember(importer, localModule(site.local), name, known);
    }
    // `alias A.B` brings in the module itself.
    if (site.name === undefined && site.local !== undefined && endsIn(site.source, name))
      learn(importer.names, site.local, known);
    // The value of a CommonJS module takes the name it is imported under.
    if (site.name === undefined && site.local !== undefined && name === wholeModule)
      learn(importer.names, site.local, known);
  }
}

/** `from a import b`, where `b` is a module of the package `a`. */
function isPackagePart({ source, name, language }: Site): boolean {
  return namesModules(referenceRulesOf(language)) && source.split(".").at(-1) !== name;
}

/** What a module exports that the target is a member of. */
function addModules(site: Site, { meaning, exporter, isModule, below }: Way, importer: Importer): void {
  for (const [name, given] of exporter.exportedModules) {
    const known: Known = given === "sure" && meaning === "sure" ? "sure" : "likely";
    const [head = "", ...rest] = name.split(".");
    if (site.local === undefined) addModule(site, name, known, importer);
    else if (site.name === head) addModule(site, [site.local, ...rest].join("."), known, importer);
    else if (site.name === undefined || (isModule && nestsModules(site.language)))
      learn(
        importer.modules,
        [localModule(site.local), ...(below === undefined ? [] : [below]), name].join("."),
        known,
      );
  }
}

function addModule(site: Site, local: string, known: Known, importer: Importer): void {
  learn(importer.modules, local, known);
  if (isReexported(site)) learn(importer.exportedModules, nameHandedOn(local), known);
}

function endsIn(source: string, name: string): boolean {
  return source.includes(".") && source.split(".").at(-1) === name;
}

function addAll(site: Site, name: string, known: Known, importer: Importer): void {
  // A star import never includes the default; `module.exports = require(…)` hands on everything.
  if ((name === "default" || name === wholeModule) && site.name !== wholeModule) return;
  learn(importer.names, name, known);
  if (isReexported(site)) learn(importer.exports, name, known);
}

function addNamed(site: Site, local: string, known: Known, importer: Importer): void {
  learn(importer.names, local, known);
  if (isReexported(site)) learn(importer.exports, nameHandedOn(local), known);
}

function isReexported({ exported, language, file }: Site): boolean {
  if (exported) return true;
  const rules = referenceRulesOf(language);
  if (rules?.modules === "include") return /\.(?:h|hh|hpp|hxx|inc|ipp|tpp)$/i.test(file);
  return rules?.reexportsImports === true;
}

/** The names that a file exports under others. */
function addExports(file: Occurrences | undefined, exporter: Importer): void {
  for (const { name, exportedAs } of file === undefined ? [] : exportsIn(file)) {
    const known = exporter.names.get(name);
    if (known === undefined || exportedAs === undefined) continue;
    learn(exporter.exports, exportedAs, known);
    // CommonJS exports can be imported as a default.
    if (exportedAs === wholeModule) learn(exporter.exports, "default", known);
  }
}

interface ImportSite {
  readonly source: string;
  /** The imported name, if there is a single one. */
  readonly name: string | undefined;
}

/** The rest of a Python module's name where an import names a package around it: `b.c` in `a.b.c` for `import a`. */
function moduleBelow({ source, name }: ImportSite, file: string): string | undefined {
  if (name !== undefined || source.startsWith(".") || !/\.pyw?i?$/.test(file)) return undefined;
  return pathBelow(source.replaceAll(".", "/"), stem(file).replace(/\/__init__$/, ""))?.replaceAll("/", ".");
}

/**
 * The name by which code refers to a Python module where an import names one below it: `a` after `import a.b`. Undefined if the import
 * gives the inner one a name of its own. Otherwise, the local name of the import.
 */
function localOfOuter({ source, name, local }: NamedSite, file: string): string | undefined {
  if (name !== undefined || source.startsWith(".") || !/\.pyw?i?$/.test(file)) return local;
  const target = stem(file).replace(/\/__init__$/, "");
  const outer = source.split(".").slice(0, -1).join(".");
  const isOuter = !isTail(target, source.replaceAll(".", "/")) && isTail(target, outer.replaceAll(".", "/"));
  if (!isOuter) return local;
  return local === source ? outer : undefined;
}

interface NamedSite extends ImportSite {
  readonly local: string | undefined;
}
