import type { Known } from "./importer.ts";
import { meansFile, type Meaning, type ModuleFile, moduleWords, pathWords } from "./module-paths.ts";
import type { FilePackage, Import, Occurrences } from "./occurrence.ts";
import { namespaceOf, referenceRulesOf } from "./reference-rules.ts";

/** An import, and where it stands. */
export interface Site extends Import {
  readonly file: string;
  readonly language: string;
  readonly package: FilePackage | undefined;
  readonly import: Import;
}

/** Imports by words, one of which is in the path of any file they may mean. */
export function sitesByWord(files: readonly Occurrences[]): ReadonlyMap<string, readonly Site[]> {
  const sites = new Map<string, Site[]>();
  for (const { file, language, imports, package: own } of files) {
    const rules = referenceRulesOf(language);
    for (const each of imports) {
      const site = { ...each, file, language, package: own, import: each };
      for (const word of moduleWords(rules, each)) {
        const known = sites.get(word);
        if (known === undefined) sites.set(word, [site]);
        else known.push(site);
      }
    }
  }
  return sites;
}

export function sitesOf(sites: ReadonlyMap<string, readonly Site[]>, file: string): ReadonlySet<Site> {
  return new Set(pathWords(file).flatMap((word) => sites.get(word) ?? []));
}

const scriptEnding = /(?:\.d)?\.[cm]?[jt]sx?$/;

export interface Meant {
  readonly site: Site;
  readonly known: Known;
}

export function sitesMeaning(module: ModuleFile, sites: ReadonlySet<Site>, declarers: Declarers): readonly Meant[] {
  return [...sites].flatMap((site) => {
    const isOwn = site.file === module.file && !mayImportItself(site.language);
    const known = isOwn ? undefined : meaningOf(site, module, declarers);
    return known === undefined ? [] : [{ site, known }];
  });
}

/** A script may import itself by its path, and a file with several namespaces what another one of them declares. */
function mayImportItself(language: string): boolean {
  const modules = referenceRulesOf(language)?.modules;
  return modules === "relative-path" || modules === "namespace";
}

/** The files at hand, for questions that are asked for each import. */
export interface Declarers {
  /** By the whole names of what they declare. */
  readonly byPath: ReadonlyMap<string, readonly Occurrences[]>;
  /** Scripts without their endings. */
  readonly stems: ReadonlySet<string>;
  readonly meanings: Meanings;
}

/** Whether an import means a file, by the import and the file: asked again in each round of one search. */
export type Meanings = WeakMap<Import, Map<string, Meaning>>;

export function indexDeclarers(files: readonly Occurrences[], meanings: Meanings): Declarers {
  const byPath = new Map<string, Occurrences[]>();
  for (const file of files) {
    for (const path of new Set(file.symbols.map((symbol) => symbol.path))) {
      const known = byPath.get(path);
      if (known === undefined) byPath.set(path, [file]);
      else known.push(file);
    }
  }
  return { byPath, stems: new Set(files.map(({ file }) => file.replace(scriptEnding, ""))), meanings };
}

function meaningOf(
  { file, language, source, name, package: own, import: each }: Site,
  exporter: ModuleFile,
  { byPath, stems, meanings }: Declarers,
): Known | undefined {
  const rules = referenceRulesOf(language);
  const site = { source, name, from: file, package: own };
  const known = meanings.get(each) ?? new Map<string, Meaning>();
  const meaning = known.get(exporter.file) ?? meansFile(rules, site, exporter);
  meanings.set(each, known.set(exporter.file, meaning));
  // `./a` is `a.ts` if there is one, even if there is an `a/index.ts`.
  const folder = /^(.*)\/index\.[cm]?[jt]sx?$/.exec(exporter.file)?.[1];
  if (meaning === "yes" && !source.endsWith("/") && folder !== undefined && stems.has(folder)) return undefined;
  if (meaning !== "maybe") return meaning === "yes" ? "sure" : undefined;
  // An import that surely means another file with such a declaration does not mean this one.
  const isElsewhere = (byPath.get(name ?? "") ?? []).some(
    (other) =>
      other.file !== exporter.file &&
      other.file !== file &&
      meansFile(rules, site, { ...other, namespace: other.namespace ?? namespaceOf(other.symbols) }) === "yes",
  );
  return isElsewhere ? undefined : "likely";
}
