import { meansFile, moduleWords, pathWords } from "./module-paths.ts";
import type { Import, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";

/** Paths by the words of their file name and of their directory's name. */
export type PathIndex = ReadonlyMap<string, readonly string[]>;

export function indexPaths(paths: readonly string[]): PathIndex {
  const byWord = new Map<string, string[]>();
  for (const path of paths) {
    for (const word of pathWords(path.split("/").slice(-2).join("/"))) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [path]);
      else known.push(path);
    }
  }
  return byWord;
}

/** The files that an import surely means. */
export function pathsMeant(
  index: PathIndex,
  { file, language }: Pick<Occurrences, "file" | "language">,
  { source, name }: Pick<Import, "source" | "name">,
): readonly string[] {
  const modules = referenceRulesOf(language)?.modules;
  const words = moduleWords(modules, { source, name }).filter((word) => word !== "");
  const near = words.length === 0 ? ["index", "__init__"] : words;
  const paths = new Set(near.flatMap((word) => index.get(word) ?? []));
  return [...paths].filter((path) => meansFile(modules, { source, name, from: file }, path) === "yes");
}
