import { amountOf, type Importer, type Importers, type Known, learn, newImporter } from "./importer.ts";
import type { ReferenceRules } from "../../languages/language.ts";
import { valueKinds } from "../../languages/symbol-kind.ts";
import {
  type ImportSite,
  isModuleItself,
  localModule,
  meansFile,
  meansOutside,
  moduleBelow,
  type ModuleFile,
  moduleWords,
  pathWords,
} from "./module-paths.ts";
import type { FilePackage, Import, Occurrences } from "./occurrence.ts";
import { type PathIndex, pathsMeant } from "./path-index.ts";
import { wholeModule } from "./place-facts.ts";
import { namesModules, namespaceOf, plainNamespace, receiverWords, referenceRulesOf } from "./reference-rules.ts";
import { importedName, isMember, type Target } from "./target.ts";

/**
 * What the imports of each file have to do with the target: directly, or through files that re-export it. With `paths`, the
 * files of the project, imports that lead elsewhere are known too.
 */
export function findImporters(target: Target, files: readonly Occurrences[], paths?: PathIndex): Importers {
  const byFile = new Map(files.map((file) => [file.file, file]));
  const sites = sitesByWord(files);
  const own = newImporter();
  learn(own.names, importedName(target), "sure");
  learn(own.exports, importedName(target), tellsExport(target) ? "sure" : "likely");
  const importers = new Map([[target.file, own]]);
  const open = [target.file];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const exporter = importers.get(from) ?? newImporter();
    addExports(byFile.get(from), exporter);
    const module = moduleOf(target, from, byFile.get(from));
    for (const site of sitesOf(sites, from)) {
      const meaning = site.file === from ? undefined : meaningOf(site, module, files);
      if (meaning === undefined) continue;
      const importer = importers.get(site.file) ?? newImporter();
      importers.set(site.file, importer);
      const before = amountOf(importer.exports);
      addImport(
        site,
        {
          meaning,
          exporter,
          isModule: isModuleItself(site.name, from) || isNamespaceItself(site, module),
          below: moduleBelow(site, from),
        },
        importer,
      );
      addExports(byFile.get(site.file), importer);
      if (amountOf(importer.exports) > before) open.push(site.file);
    }
  }
  const home = moduleOf(target, target.file, byFile.get(target.file));
  for (const file of files) {
    const importer = importers.get(file.file) ?? newImporter();
    importers.set(file.file, importer);
    const words = wordsAt(file);
    for (const site of file.imports)
      if (site.local === undefined || words.has(localModule(site.local)))
        settle(site, { file, importer, home, byFile, importers, paths });
  }
  return importers;
}

/** Where modules say what they export, something else may be exported under the name of what is not. */
function tellsExport({ language, file, symbol, container }: Target): boolean {
  const rules = referenceRulesOf(language);
  if (rules?.exportsByMark !== true || rules.descriptions?.test(file) === true) return true;
  return (container !== undefined && isMember({ container }) ? container : symbol).exported;
}

/** The names that occur, and what is before their dots. */
function wordsAt({ occurrences }: Occurrences): ReadonlySet<string> {
  return new Set(occurrences.flatMap(({ name, receiver }) => [name, ...receiverWords(receiver ?? "")]));
}

/** How other files may name a file in imports. */
function moduleOf(target: Target, file: string, read: Occurrences | undefined): ModuleFile {
  const declared = file === target.file ? (target.qualifier ?? target.namespace) : namespaceOf(read?.symbols ?? []);
  return { file, namespace: read?.namespace ?? declared, package: read?.package };
}

/** `use A\B` for the namespace `A\B`. */
function isNamespaceItself({ source, name, language }: Site, { namespace }: ModuleFile): boolean {
  if (referenceRulesOf(language)?.modules !== "namespace" || name === undefined) return false;
  return `${plainNamespace(source)}.${name}` === namespace;
}

interface Settling {
  readonly file: Occurrences;
  readonly importer: Importer;
  readonly home: ModuleFile;
  readonly byFile: ReadonlyMap<string, Occurrences>;
  readonly importers: Importers;
  readonly paths: PathIndex | undefined;
}

/** Tells for an import that does not lead to the target whether it surely leads elsewhere. */
function settle(site: Import, { file, importer, home, byFile, importers, paths }: Settling): void {
  const { local, source, name } = site;
  const known =
    local === undefined ? undefined : (importer.names.get(local) ?? importer.modules.get(localModule(local)));
  if (known !== undefined || hasModuleBelow(importer, local)) return;
  const rules = referenceRulesOf(file.language);
  const asked = { source, name, from: file.file, package: file.package };
  const isExact = isExactly(rules, home) && meansFile(rules, asked, home) === "no";
  const leads = paths === undefined || isExact ? [] : pathsMeant(paths, file, site);
  const isRead =
    leads.length > 0 &&
    leads.every((path) => byFile.has(path)) &&
    (!namesModules(rules) || !leads.some((path) => handsOn(path, name, { leads, byFile, importers, paths })));
  const isElsewhere =
    isExact || isRead || meansOutside(rules, asked) || (paths !== undefined && isUnknownRoot(rules, asked, paths));
  if (local === undefined) importer.isOpen ||= !isElsewhere;
  else if (isElsewhere) importer.elsewhere.add(localModule(local));
}

/** `import a`, where the target is in `a.b`. */
export function hasModuleBelow({ modules }: Pick<Importer, "modules">, local: string | undefined): boolean {
  return local !== undefined && [...modules.keys()].some((module) => module.startsWith(`${localModule(local)}.`));
}

/** Whether what a file binds to this name may be the module of the target: `from . import a as b`, `b = a`. */
function handsOn(
  path: string,
  name: string | undefined,
  { leads, byFile, importers, paths }: Pick<Settling, "byFile" | "importers" | "paths"> & { leads: readonly string[] },
): boolean {
  const file = byFile.get(path);
  if (name === undefined || file === undefined || isModuleItself(name, path)) return false;
  const module = leads.find((lead) => isModuleItself(name, lead));
  const declared = file.symbols.filter((symbol) => symbol.path === name);
  if (module === undefined) {
    const isValue = declared.some(({ kind }) => valueKinds.has(kind));
    return importers.get(path)?.modules.has(name) === true || (isValue && isTaken(importers));
  }
  const isOther = (site: Import): boolean =>
    site.local === undefined ||
    (site.local === name && (paths === undefined || !pathsMeant(paths, file, site).includes(module)));
  return declared.length > 0 || file.imports.some(isOther);
}

/** Some file takes the module with the target as a value, so any value may be that module. */
export function isTaken(importers: Importers): boolean {
  return [...importers.values()].some(({ modules }) => modules.size > 0);
}

/** Whether imports name the target's file by a full name that both sides state. */
function isExactly(rules: ReferenceRules | undefined, { namespace, package: own }: ModuleFile): boolean {
  if (rules?.modules === "namespace" || rules?.packageClause !== undefined) return namespace !== undefined;
  return (
    rules?.modules === "directory" && rules.manifest !== undefined && own !== undefined && own.directories === undefined
  );
}

/** `import os`: the project has no file or directory of that name. */
function isUnknownRoot(rules: ReferenceRules | undefined, { source }: ImportSite, paths: PathIndex): boolean {
  if (rules?.modules !== "dotted" || rules.packageClause !== undefined || source.startsWith(".")) return false;
  return !paths.hasWord(source.split(".")[0] ?? source);
}

interface Site extends Import {
  readonly file: string;
  readonly language: string;
  readonly package: FilePackage | undefined;
}

/** Imports by words, one of which is in the path of any file they may mean. */
function sitesByWord(files: readonly Occurrences[]): ReadonlyMap<string, readonly Site[]> {
  const sites = new Map<string, Site[]>();
  for (const { file, language, imports, package: own } of files) {
    const rules = referenceRulesOf(language);
    for (const each of imports) {
      const site = { ...each, file, language, package: own };
      for (const word of moduleWords(rules, each)) {
        const known = sites.get(word);
        if (known === undefined) sites.set(word, [site]);
        else known.push(site);
      }
    }
  }
  return sites;
}

function sitesOf(sites: ReadonlyMap<string, readonly Site[]>, file: string): ReadonlySet<Site> {
  return new Set(pathWords(file).flatMap((word) => sites.get(word) ?? []));
}

function meaningOf(
  { file, language, source, name, package: own }: Site,
  exporter: ModuleFile,
  files: readonly Occurrences[],
): Known | undefined {
  const rules = referenceRulesOf(language);
  const site = { source, name, from: file, package: own };
  const meaning = meansFile(rules, site, exporter);
  if (meaning !== "maybe") return meaning === "yes" ? "sure" : undefined;
  // An import that surely means another file with such a declaration does not mean this one.
  const isElsewhere = files.some(
    (other) =>
      other.file !== exporter.file &&
      other.file !== file &&
      other.symbols.some((symbol) => symbol.path === name) &&
      meansFile(rules, site, { ...other, namespace: other.namespace ?? namespaceOf(other.symbols) }) === "yes",
  );
  return isElsewhere ? undefined : "likely";
}

interface Way {
  readonly meaning: Known;
  readonly exporter: Importer;
  /** The import names the file itself, not something in it: `from package import module`. */
  readonly isModule: boolean;
  /** The import names a package around the file, which is this module of it. */
  readonly below: string | undefined;
}

/** Adds the names that an import makes visible. */
function addImport(site: Site, { meaning, exporter, isModule, below }: Way, importer: Importer): void {
  for (const [name, given] of exporter.exports) {
    const known: Known = given === "sure" && meaning === "sure" ? "sure" : "likely";
    if (site.local === undefined) addAll(site, name, known, importer);
    else if (site.name === name) addNamed(site, site.local, known, importer);
    else if (below !== undefined) learn(importer.modules, `${localModule(site.local)}.${below}`, known);
    else if (site.name === undefined || isModule) learn(importer.modules, localModule(site.local), known);
    // `alias A.B` brings in the module itself.
    if (site.name === undefined && site.local !== undefined && endsIn(site.source, name))
      learn(importer.names, site.local, known);
    // The value of a CommonJS module takes the name it is imported under.
    if (site.name === undefined && site.local !== undefined && name === wholeModule)
      learn(importer.names, site.local, known);
  }
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
  if (isReexported(site)) learn(importer.exports, local, known);
}

function isReexported({ exported, language, file }: Site): boolean {
  if (exported) return true;
  const rules = referenceRulesOf(language);
  if (rules?.modules === "include") return /\.(?:h|hh|hpp|hxx|inc|ipp|tpp)$/i.test(file);
  return rules?.reexportsImports === true;
}

/** `export { a as b }`, `export default a`, `module.exports = a`. */
function addExports(file: Occurrences | undefined, exporter: Importer): void {
  for (const { name, exportedAs, local, receiver } of file?.occurrences ?? []) {
    const known = exporter.names.get(name);
    if (exportedAs === undefined || known === undefined || local !== undefined || receiver !== undefined) continue;
    learn(exporter.exports, exportedAs, known);
    // CommonJS exports can be imported as a default.
    if (exportedAs === wholeModule) learn(exporter.exports, "default", known);
  }
}
