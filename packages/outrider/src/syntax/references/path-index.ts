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

/** The files that an import surely means. */
export function pathsMeant(
  index: PathIndex,
  { file, language, package: own }: Pick<Occurrences, "file" | "language" | "package">,
  { source, name }: Pick<Import, "source" | "name">,
): readonly string[] {
  const rules = referenceRulesOf(language);
  const words = moduleWords(rules, { source, name }).filter((word) => word !== "");
  const isOwn = own !== undefined && (source === own.name || source.startsWith(`${own.name}/`));
  const near = words.length === 0 || isOwn ? ["index", "__init__", ...words] : words;
  const paths = new Set(near.flatMap((word) => index.byWord.get(word) ?? []));
  const site = { source, name, from: file, package: own };
  const home = (path: string) => (isOwn && path.startsWith(own.directory) ? { package: own } : {});
  return [...paths].filter((path) => meansFile(rules, site, { file: path, ...home(path) }) === "yes");
}
