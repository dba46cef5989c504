import { posix } from "node:path";
import { languageOf } from "../../languages/language-of.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import { findImporters } from "./find-importers.ts";
import type { Meanings } from "./import-meanings.ts";
import { doesImport, type Importers, newImporter } from "./importer.ts";
import type { Import, LateFiles, Occurrence, Occurrences } from "./occurrence.ts";
import { type PathIndex, pathIndexOf, pathsMeant } from "./path-index.ts";
import { wholeModule } from "./place-facts.ts";
import { attributeNameOf, hasReferenceRules, receiverWords, referenceRulesOf } from "./reference-rules.ts";
import { hasModuleBelow } from "./settle-imports.ts";
import { importedName, isMember, type Target } from "./target.ts";

/** How long to wait for a table that is being built: without it, paths through other files are only likely. */
const waitMs = 1_000;

/** Module styles in which a file can re-export its imports. */
const linked: ReadonlySet<string | undefined> = new Set(["relative-path", "dotted", "dotted-file", "path", "include"]);

export interface Gathered {
  readonly files: readonly Occurrences[];
  readonly importers: Importers;
  /** Files with the name that could not be parsed. */
  readonly unread: readonly string[];
  /** How many files contain the word. */
  readonly naming: number;
  /** Files that were left when the time was up; undefined if none were. */
  readonly late?: LateFiles | undefined;
}

export interface SearchOptions {
  readonly signal: AbortSignal;
  /**
   * Whether the time to read files is up: asked before each portion but the first. Files that are left are told as `late`, and what
   * was read is kept, so that the same search goes on from there. Default: all files are read.
   */
  readonly isLate?: (() => boolean) | undefined;
  /** False: what was read is not kept, for one of many searches that are not asked again by themselves. */
  readonly keep?: false | undefined;
}

/** So many files are read before the time is looked at again. */
const atOnce = 16;

/** Rounds of re-exports; more than anyone writes. */
const maxRounds = 12;

/** All places that may mean the target: those with its name, and those with a name that an import or export gave it. */
export async function gatherOccurrences(
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  target: Target,
  { signal, isLate, keep }: SearchOptions,
): Promise<Gathered> {
  const { name } = target.symbol;
  const isKept = isLate !== undefined && keep !== false;
  // For a member, the names under which its type is re-exported matter too.
  const short = attributeNameOf(target.language, target.symbol);
  const wanted = [...new Set([name, importedName(target), ...(short === undefined ? [] : [short])])];
  const files = new Map<string, Occurrences>();
  const unread = new Set<string>();
  const late = new Set<string>();
  const searched = new Set<string>();
  let list: readonly Occurrences[] | undefined;
  /** The same list until something is read: what is worked out for it is worked out once. */
  const listed = (): readonly Occurrences[] => (list ??= [...files.values()]);

  /** Returns whether there was anything new. */
  async function read(paths: readonly string[]): Promise<boolean> {
    const fresh = paths.filter((path) => !files.has(path) && !unread.has(path));
    if (isLate === undefined) return await readAll(fresh);
    let isNew = false;
    for (let at = 0; at < fresh.length; at += atOnce) {
      // Each search gets somewhere, so that asking again ends.
      if (files.size > 0 && isLate()) {
        for (const path of fresh.slice(at)) if (mayHavePlaces(path)) late.add(path);
        break;
      }
      isNew = (await readAll(fresh.slice(at, at + atOnce))) || isNew;
    }
    return isNew;
  }

  async function readAll(fresh: readonly string[]): Promise<boolean> {
    const found = await symbols.occurrences(fresh, wanted, { signal, ...(isKept ? { keep: true } : {}) });
    if (found.length > 0) list = undefined;
    for (const each of found)
      files.set(each.file, short === undefined ? withMacroUses(target, each) : onlyAttributes(each, short));
    for (const path of fresh) if (!files.has(path) && hasReferenceRules(languageOf(path))) unread.add(path);
    return found.length > 0;
  }

  const naming = await symbols.filesNaming(short === undefined ? [name] : [name, short], { signal });
  searched.add(name);
  await read(isLate === undefined ? naming : await inSearchOrder(symbols, target, naming, signal));
  const meanings: Meanings = new WeakMap();
  let importers = findImporters(target, listed(), { meanings });
  let paths: PathIndex | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const open = openImports(target, listed(), importers);
    // Only read if there is something to look up: it may have to be built.
    if (open.length > 0) paths ??= pathIndexOf(await symbols.view({ signal, waitMs, names: false }));
    const links = paths === undefined ? [] : linksOf(open, paths, files);
    if (await read(links)) importers = findImporters(target, listed(), { meanings });
    const words = wordsOf(target, importers).filter((word) => !searched.has(word));
    const isNamed = words.length > 0 && (await read(await symbols.filesNaming(words, { signal })));
    for (const word of words) searched.add(word);
    const isRenamed = !isMember(target) && (await readAliases(symbols, name, { files, importers, signal }));
    if (isRenamed) list = undefined;
    if (isNamed || isRenamed) importers = findImporters(target, listed(), { meanings });
    if (words.length === 0 && links.length === 0 && !isRenamed) break;
  }
  importers = findImporters(target, listed(), { paths, meanings });
  // A search that is whole need not go on.
  if (isKept && late.size === 0) await symbols.occurrences([], wanted, { signal, keep: false });
  const of = files.size + unread.size + late.size;
  return {
    files: [...files.values()].sort(byPath),
    importers,
    unread: [...unread],
    naming: naming.length,
    late: late.size === 0 ? undefined : { files: [...late].sort(), of },
  };
}

/** Without an ending, only the text of a file tells its language. */
function mayHavePlaces(path: string): boolean {
  const language = languageOf(path);
  return language === undefined || hasReferenceRules(language);
}

/** The file of the target first, then those that name its module or the type around it, as imports and declarations do. */
async function inSearchOrder(
  symbols: Pick<ProjectSymbols, "filesNaming">,
  { file, container }: Target,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (paths.length <= atOnce) return paths;
  const words = [...moduleNames(file), ...(container === undefined ? [] : [container.name])];
  const near = new Set(await symbols.filesNaming(words, { signal }));
  const rank = (path: string): number => (path === file ? 0 : near.has(path) ? 1 : 2);
  return paths.toSorted((one, other) => rank(one) - rank(other));
}

/** `MACRO(name) { … }` looks like a function of that name. */
function withMacroUses({ symbol }: Target, file: Occurrences): Occurrences {
  if (symbol.kind !== "macro") return file;
  const macros = new Set(file.symbols.filter(({ kind }) => kind === "macro").map(({ nameSpan }) => nameSpan.start));
  const isUse = ({ role, start, name }: Occurrence): boolean =>
    name === symbol.name && role === "definition" && !macros.has(start);
  return { ...file, occurrences: file.occurrences.map((at) => (isUse(at) ? { ...at, role: "call" as const } : at)) };
}

/** Outside of attributes, the shorter name means something else. */
function onlyAttributes(file: Occurrences, short: string): Occurrences {
  return { ...file, occurrences: file.occurrences.filter(({ name, key }) => name !== short || key === "either") };
}

/** Further words in the text of files that get the symbol under another name. */
function wordsOf(target: Target, importers: Importers): readonly string[] {
  if (isMember(target)) return [];
  const words = new Set<string>();
  for (const [file, { exports }] of importers) {
    for (const name of exports.keys()) {
      if (name !== "default" && name !== wholeModule) words.add(name);
      else for (const word of moduleNames(file)) words.add(word);
    }
  }
  return [...words];
}

/** How imports may name a file. */
function moduleNames(file: string): readonly string[] {
  const stem = posix.basename(file).replace(/\..*$/, "");
  const directory = posix.basename(posix.dirname(file));
  return stem === "index" && directory !== "." ? [stem, directory] : [stem];
}

interface Reading {
  readonly files: Map<string, Occurrences>;
  readonly importers: Importers;
  readonly signal: AbortSignal;
}

/** Adds the places where a file uses the symbol under its own aliases; returns whether there were any. */
async function readAliases(
  symbols: Pick<ProjectSymbols, "occurrences">,
  name: string,
  { files, importers, signal }: Reading,
): Promise<boolean> {
  let isNew = false;
  for (const [file, { names, members }] of importers) {
    const known = files.get(file);
    if (known === undefined) continue;
    const seen = new Set(known.occurrences.map((each) => each.name)).add(name);
    const inModules = [...members.values()].flatMap((each) => [...each]).filter((each) => each !== "default");
    const wanted = [...new Set([...names.keys(), ...inModules])].filter((each) => !seen.has(each));
    if (wanted.length === 0) continue;
    const [again] = await symbols.occurrences([file], wanted, { signal });
    if (again === undefined || again.occurrences.length === 0) continue;
    files.set(file, {
      ...known,
      occurrences: [...known.occurrences, ...again.occurrences].sort((a, b) => a.start - b.start),
    });
    isNew = true;
  }
  return isNew;
}

function byPath(a: Occurrences, b: Occurrences): number {
  return a.file < b.file ? -1 : 1;
}

interface OpenImport {
  readonly file: Occurrences;
  readonly site: Import;
}

/** Files without the name that may re-export it: those with `export * from` that imports of the name lead to. */
function linksOf(
  open: readonly OpenImport[],
  paths: PathIndex,
  known: ReadonlyMap<string, Occurrences>,
): readonly string[] {
  const links = new Set(open.flatMap(({ file, site }) => pathsMeant(paths, file, site)));
  return [...links].filter((path) => !known.has(path));
}

/** Imports that should provide the name but lead to no file known to have it. */
function openImports(target: Target, files: readonly Occurrences[], importers: Importers): readonly OpenImport[] {
  const wanted = importedName(target);
  return files.flatMap((file): readonly OpenImport[] => {
    const rules = referenceRulesOf(file.language);
    if (!linked.has(rules?.modules) || file.file === target.file) return [];
    const importer = importers.get(file.file) ?? newImporter();
    const receivers = new Set(
      file.occurrences.flatMap(({ receiver }) => (receiver === undefined ? [] : receiverWords(receiver)[0])),
    );
    const isOpen = ({ name, local }: Import): boolean => {
      if (local === undefined) return name === undefined && !doesImport(importer);
      if (name === undefined)
        return receivers.has(local) && importer.modules.get(local) !== "sure" && !hasModuleBelow(importer, local);
      if (rules?.valueMembers === "modules" && receivers.has(local) && importer.modules.get(local) === undefined)
        return true;
      // `import wanted from`: whatever that file exports by default.
      const mayMean = name === wanted || (name === "default" && local === wanted);
      return mayMean && importer.names.get(local) !== "sure";
    };
    return file.imports.filter(isOpen).map((site) => ({ file, site }));
  });
}
