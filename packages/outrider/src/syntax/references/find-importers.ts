import { amountOf, type Importer, type Importers, type Known, learn, newImporter } from "./importer.ts";
import { isModuleItself, localModule, meansFile, moduleWords, pathWords } from "./module-paths.ts";
import type { Import, Occurrences } from "./occurrence.ts";
import { wholeModule } from "./place-facts.ts";
import { namespaceOf, referenceRulesOf } from "./reference-rules.ts";
import { importedName, type Target } from "./target.ts";

/** Files that import the target, directly or through a file that re-exports it. */
export function findImporters(target: Target, files: readonly Occurrences[]): Importers {
  const byFile = new Map(files.map((file) => [file.file, file]));
  const sites = sitesByWord(files);
  const own = newImporter();
  learn(own.names, importedName(target), "sure");
  learn(own.exports, importedName(target), "sure");
  const importers = new Map([[target.file, own]]);
  const open = [target.file];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const exporter = importers.get(from) ?? newImporter();
    addExports(byFile.get(from), exporter);
    const namespace = from === target.file ? target.namespace : namespaceOf(byFile.get(from)?.symbols ?? []);
    for (const site of sitesOf(sites, from)) {
      const meaning = site.file === from ? undefined : meaningOf(site, from, namespace, files);
      if (meaning === undefined) continue;
      const importer = importers.get(site.file) ?? newImporter();
      importers.set(site.file, importer);
      const before = amountOf(importer.exports);
      addImport(site, { meaning, exporter, isModule: isModuleItself(site.name, from) }, importer);
      addExports(byFile.get(site.file), importer);
      if (amountOf(importer.exports) > before) open.push(site.file);
    }
  }
  return importers;
}

interface Site extends Import {
  readonly file: string;
  readonly language: string;
}

/** Imports by words, one of which is in the path of any file they may mean. */
function sitesByWord(files: readonly Occurrences[]): ReadonlyMap<string, readonly Site[]> {
  const sites = new Map<string, Site[]>();
  for (const { file, language, imports } of files) {
    const modules = referenceRulesOf(language)?.modules;
    for (const each of imports) {
      const site = { ...each, file, language };
      for (const word of moduleWords(modules, each)) {
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
  { file, language, source, name }: Site,
  exporter: string,
  namespace: string | undefined,
  files: readonly Occurrences[],
): Known | undefined {
  const modules = referenceRulesOf(language)?.modules;
  const site = { source, name, from: file };
  const meaning = meansFile(modules, site, exporter, namespace);
  if (meaning !== "maybe") return meaning === "yes" ? "sure" : undefined;
  // An import that surely means another file with such a declaration does not mean this one.
  const isElsewhere = files.some(
    (other) =>
      other.file !== exporter &&
      other.file !== file &&
      other.symbols.some((symbol) => symbol.path === name) &&
      meansFile(modules, site, other.file) === "yes",
  );
  return isElsewhere ? undefined : "likely";
}

interface Way {
  readonly meaning: Known;
  readonly exporter: Importer;
  /** The import names the file itself, not something in it: `from package import module`. */
  readonly isModule: boolean;
}

/** Adds the names that an import makes visible. */
function addImport(site: Site, { meaning, exporter, isModule }: Way, importer: Importer): void {
  for (const [name, given] of exporter.exports) {
    const known: Known = given === "sure" && meaning === "sure" ? "sure" : "likely";
    if (site.local === undefined) addAll(site, name, known, importer);
    else if (site.name === name) addNamed(site, site.local, known, importer);
    else if (site.name === undefined || isModule) learn(importer.modules, localModule(site.local), known);
    // The value of a CommonJS module takes the name it is imported under.
    if (site.name === undefined && site.local !== undefined && name === wholeModule)
      learn(importer.names, site.local, known);
  }
}

function addAll(site: Site, name: string, known: Known, importer: Importer): void {
  // A star import never includes the default.
  if (name === "default" || name === wholeModule) return;
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
