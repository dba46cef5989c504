import type { ContentKey } from "../stores/vector-store.ts";
import { minAlike } from "./match-path-words.ts";
import { createSiblings, noteSibling, type PathSiblings } from "./path-family.ts";
import { pathFacts, type PathWord } from "./path-facts.ts";
import type { Query } from "./read-query.ts";

/** A word, and the entries of the table whose path contains it. */
export interface TableWord {
  readonly word: PathWord;
  readonly inStem: number[];
  readonly inFolders: number[];
}

/** Which words occur in which paths. Built once for many questions. */
export interface PathTable {
  readonly keys: readonly ContentKey[];
  readonly paths: readonly string[];
  readonly siblings: PathSiblings;
  /** Words that may match a word of the question. */
  wordsFor(query: Query): ReadonlySet<TableWord>;
}

/** Contents without a path are not included. */
export function createPathTable(
  contents: Iterable<ContentKey>,
  pathOf: (content: ContentKey) => string | undefined,
): PathTable {
  const keys: ContentKey[] = [];
  const paths: string[] = [];
  const siblings = createSiblings();
  const byTerm = new Map<number, TableWord>();
  const byBeginning = new Map<string, TableWord[]>();

  function wordOf(word: PathWord): TableWord {
    const known = byTerm.get(word.term);
    if (known !== undefined) return known;
    const fresh = { word, inStem: [], inFolders: [] };
    byTerm.set(word.term, fresh);
    const beginning = word.stem.slice(0, minAlike);
    const alike = byBeginning.get(beginning);
    if (alike === undefined) byBeginning.set(beginning, [fresh]);
    else alike.push(fresh);
    return fresh;
  }

  for (const key of contents) {
    const path = pathOf(key);
    if (path === undefined) continue;
    const { stem, folders, family } = pathFacts(path);
    for (const word of stem) wordOf(word).inStem.push(keys.length);
    for (const word of folders) wordOf(word).inFolders.push(keys.length);
    noteSibling(siblings, family);
    keys.push(key);
    paths.push(path);
  }

  return {
    keys,
    paths,
    siblings,
    wordsFor({ groupOf, stems }) {
      const found = new Set<TableWord>();
      for (const term of groupOf.keys()) {
        const word = byTerm.get(term);
        if (word !== undefined) found.add(word);
      }
      for (const { text } of stems) for (const word of byBeginning.get(text.slice(0, minAlike)) ?? []) found.add(word);
      return found;
    },
  };
}
