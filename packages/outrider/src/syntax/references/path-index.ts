import { posix } from "node:path";
import { meansFile, moduleWords, pathWords } from "./module-paths.ts";
import type { Import, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";

/** The files of a project. */
export interface PathIndex {
  /** Paths by the words of their file name and of their directory's name. */
  readonly byWord: ReadonlyMap<string, readonly string[]>;
  /** Whether a file, or a directory at any depth, has this name; endings do not count. */
  hasWord(word: string): boolean;
}

export function indexPaths(paths: readonly string[]): PathIndex {
  const byWord = new Map<string, string[]>();
  const words = new Set<string>();
  for (const path of paths) {
    for (const word of path.split("/")) words.add(word.replace(/\..*$/, ""));
    for (const word of pathWords(path.split("/").slice(-2).join("/"))) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [path]);
      else known.push(path);
    }
  }
  return { byWord, hasWord: (word) => words.has(word) };
}

/** Whether a file, or a folder with files, is at the end of this path. */
export function hasFiles({ byWord }: PathIndex, path: string): boolean {
  const isAt = (found: string): boolean => `/${found}`.replace(/\.[^./]*$/, "").endsWith(`/${path}`);
  const last = path.slice(path.lastIndexOf("/") + 1);
  return (byWord.get(last) ?? []).some((found) => isAt(found) || isAt(found.replace(/\/[^/]*$/, "")));
}

/** The paths of a view do not change, so they are indexed once. */
export function pathIndexOf({ paths }: { readonly paths: readonly string[] }): PathIndex {
  const known = indexes.get(paths) ?? indexPaths(paths);
  indexes.set(paths, known);
  return known;
}

const indexes = new WeakMap<readonly string[], PathIndex>();

type Asking = Pick<Occurrences, "file" | "language" | "package">;

/** The files that an import of a file surely means, looked up once for each import and index. */
export function pathsMeant(index: PathIndex, file: Asking, site: Pick<Import, "source" | "name">): readonly string[] {
  const byImport = meant.get(index) ?? new WeakMap<object, readonly string[]>();
  meant.set(index, byImport);
  const known = byImport.get(site) ?? findMeant(index, file, site);
  byImport.set(site, known);
  return known;
}

const meant = new WeakMap<PathIndex, WeakMap<object, readonly string[]>>();

function findMeant(
  index: PathIndex,
  { file, language, package: own }: Asking,
  { source, name }: Pick<Import, "source" | "name">,
): readonly string[] {
  const rules = referenceRulesOf(language);
  const words = moduleWords(rules, { source, name }).filter((word) => word !== "");
  const isOwn = own !== undefined && (source === own.name || source.startsWith(`${own.name}/`));
  const written = rules?.modules === "relative-path" && source.startsWith(".") ? nameAt(file, source) : undefined;
  const near =
    written !== undefined ? [written] : words.length === 0 || isOwn ? ["index", "__init__", ...words] : words;
  const paths = new Set(near.flatMap((word) => index.byWord.get(word) ?? []));
  const site = { source, name, from: file, package: own };
  const home = (path: string) => (isOwn && path.startsWith(own.directory) ? { package: own } : {});
  return [...paths].filter((path) => meansFile(rules, site, { file: path, ...home(path) }) === "yes");
}

/** The word that the name of the file, or of the folder with its index, begins with; undefined if a path of dots leads to none. */
function nameAt(file: string, source: string): string | undefined {
  const path = posix.normalize(posix.join(posix.dirname(file), source)).replace(/\/$/, "");
  const [word] = posix.basename(path).split(".");
  return word === "" ? undefined : word;
}
