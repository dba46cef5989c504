import {
  type Declarers,
  indexDeclarers,
  type Meanings,
  type Meant,
  type Site,
  sitesByWord,
  sitesMeaning,
  sitesOf,
} from "./import-meanings.ts";
import { localModule, type ModuleFile } from "./module-paths.ts";
import type { Import, Occurrence, Occurrences } from "./occurrence.ts";
import { receiverWords } from "./reference-rules.ts";

/** What is the same for every symbol that is looked for in these files. */
export interface FilesIndex {
  readonly byFile: ReadonlyMap<string, Occurrences>;
  /** The imports that mean a file. */
  meaning(module: ModuleFile): readonly Meant[];
}

/** The index of a list of files, made once for each list. */
export function filesIndexOf(files: readonly Occurrences[], meanings: Meanings): FilesIndex {
  const known = indexes.get(files) ?? indexFiles(files, meanings);
  indexes.set(files, known);
  return known;
}

const indexes = new WeakMap<readonly Occurrences[], FilesIndex>();

function indexFiles(files: readonly Occurrences[], meanings: Meanings): FilesIndex {
  const sites: ReadonlyMap<string, readonly Site[]> = sitesByWord(files);
  const declarers: Declarers = indexDeclarers(files, meanings);
  const known = new Map<string, readonly Meant[]>();
  return {
    byFile: new Map(files.map((file) => [file.file, file])),
    meaning(module) {
      const key = `${module.file}\n${module.namespace ?? ""}`;
      const found = known.get(key) ?? sitesMeaning(module, sitesOf(sites, module.file), declarers);
      known.set(key, found);
      return found;
    },
  };
}

/** The imports of a file that bring in all names of a module, or one that occurs. */
export function occurringImports(file: Occurrences): readonly Import[] {
  const known = occurring.get(file) ?? findOccurring(file);
  occurring.set(file, known);
  return known;
}

const occurring = new WeakMap<Occurrences, readonly Import[]>();

function findOccurring({ imports, occurrences }: Occurrences): readonly Import[] {
  // The names that occur, and what is before their dots.
  const words = new Set(occurrences.flatMap(({ name, receiver }) => [name, ...receiverWords(receiver ?? "")]));
  return imports.filter(
    ({ local, name }) => local === undefined || words.has(localModule(local)) || words.has(name ?? ""),
  );
}

/** The places where a file exports a name: `export { a as b }`, `export default a`, `module.exports = a`. */
export function exportsIn(file: Occurrences): readonly Occurrence[] {
  const known = exporting.get(file) ?? file.occurrences.filter(isExport);
  exporting.set(file, known);
  return known;
}

const exporting = new WeakMap<Occurrences, readonly Occurrence[]>();

function isExport({ name, exportedAs, exportOf = name, local, receiver }: Occurrence): boolean {
  return exportOf === name && exportedAs !== undefined && local === undefined && receiver === undefined;
}
