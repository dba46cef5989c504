import { amountOf, type Bringer, type Bringers, type Known, learn, newBringer } from "./bringer.ts";
import { isModuleItself, localModule, meansFile, moduleWords, pathWords } from "./module-paths.ts";
import type { Import, Occurrences } from "./occurrence.ts";
import { wholeModule } from "./place-facts.ts";
import { namespaceOf, referenceRulesOf } from "./reference-rules.ts";
import { broughtName, type Target } from "./target.ts";

/** Files that bring the target in, by themselves or through others that hand it on. */
export function findBringers(target: Target, files: readonly Occurrences[]): Bringers {
  const byFile = new Map(files.map((file) => [file.file, file]));
  const sites = sitesByWord(files);
  const own = newBringer();
  learn(own.names, broughtName(target), "sure");
  learn(own.handsOn, broughtName(target), "sure");
  const bringers = new Map([[target.file, own]]);
  const open = [target.file];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const giver = bringers.get(from) ?? newBringer();
    handOn(byFile.get(from), giver);
    const namespace = from === target.file ? target.namespace : namespaceOf(byFile.get(from)?.symbols ?? []);
    for (const site of sitesOf(sites, from)) {
      const meaning = site.file === from ? undefined : meaningOf(site, from, namespace, files);
      if (meaning === undefined) continue;
      const taker = bringers.get(site.file) ?? newBringer();
      bringers.set(site.file, taker);
      const before = amountOf(taker.handsOn);
      take(site, { meaning, giver, isModule: isModuleItself(site.name, from) }, taker);
      handOn(byFile.get(site.file), taker);
      if (amountOf(taker.handsOn) > before) open.push(site.file);
    }
  }
  return bringers;
}

interface Site extends Import {
  readonly file: string;
  readonly language: string;
}

/** Imports by words of which one is in the path of whatever they mean. */
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
  giver: string,
  namespace: string | undefined,
  files: readonly Occurrences[],
): Known | undefined {
  const modules = referenceRulesOf(language)?.modules;
  const site = { source, name, from: file };
  const meaning = meansFile(modules, site, giver, namespace);
  if (meaning !== "maybe") return meaning === "yes" ? "sure" : undefined;
  // What surely means another file that declares such a name, means no other.
  const isElsewhere = files.some(
    (other) =>
      other.file !== giver &&
      other.file !== file &&
      other.symbols.some((symbol) => symbol.path === name) &&
      meansFile(modules, site, other.file) === "yes",
  );
  return isElsewhere ? undefined : "likely";
}

interface Way {
  readonly meaning: Known;
  readonly giver: Bringer;
  /** The import names the file and not what is in it: `from package import module`. */
  readonly isModule: boolean;
}

/** What an import makes known. */
function take(site: Site, { meaning, giver, isModule }: Way, taker: Bringer): void {
  for (const [name, given] of giver.handsOn) {
    const known: Known = given === "sure" && meaning === "sure" ? "sure" : "likely";
    if (site.local === undefined) takeAll(site, name, known, taker);
    else if (site.name === name) takeNamed(site, site.local, known, taker);
    else if (site.name === undefined || isModule) learn(taker.modules, localModule(site.local), known);
    // What a module of CommonJS is, bears the name that it is brought in by.
    if (site.name === undefined && site.local !== undefined && name === wholeModule)
      learn(taker.names, site.local, known);
  }
}

function takeAll(site: Site, name: string, known: Known, taker: Bringer): void {
  // A default is never part of all.
  if (name === "default" || name === wholeModule) return;
  learn(taker.names, name, known);
  if (isHandedOn(site)) learn(taker.handsOn, name, known);
}

function takeNamed(site: Site, local: string, known: Known, taker: Bringer): void {
  learn(taker.names, local, known);
  if (isHandedOn(site)) learn(taker.handsOn, local, known);
}

function isHandedOn({ exported, language, file }: Site): boolean {
  if (exported) return true;
  const rules = referenceRulesOf(language);
  if (rules?.modules === "include") return /\.(?:h|hh|hpp|hxx|inc|ipp|tpp)$/i.test(file);
  return rules?.reexportsImports === true;
}

/** `export { a as b }`, `export default a`, `module.exports = a`. */
function handOn(file: Occurrences | undefined, giver: Bringer): void {
  for (const { name, exportedAs, local, receiver } of file?.occurrences ?? []) {
    const known = giver.names.get(name);
    if (exportedAs === undefined || known === undefined || local !== undefined || receiver !== undefined) continue;
    learn(giver.handsOn, exportedAs, known);
    // What CommonJS exports, others may bring in as a default.
    if (exportedAs === wholeModule) learn(giver.handsOn, "default", known);
  }
}
