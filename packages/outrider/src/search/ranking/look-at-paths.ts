import type { ContentKey } from "../stores/vector-store.ts";
import type { Corpus } from "./corpus.ts";
import { isSamePath } from "./lexical-row.ts";
import { createPathMatcher, type MatchPathWord } from "./match-path-words.ts";
import type { PathSiblings } from "./path-family.ts";
import { createPathTable, type PathTable, type TableWord } from "./path-table.ts";
import type { Query } from "./read-query.ts";

export interface PathsSeen {
  /** The rarity of each group among paths: the project's own name is in many of them, and says little there. */
  readonly idf: readonly number[];
  /** Contents whose path the question names, or whose file name has a word of it: their text may not contain any. */
  readonly named: readonly ContentKey[];
  readonly siblings: PathSiblings;
  readonly match: MatchPathWord;
}

const maxNamed = 60;
/** With more contents, only those whose text matches the question are looked at. */
const maxLooked = 3_000;

export function lookAtPaths(corpus: Corpus, query: Query, chosen: ReadonlySet<ContentKey>): PathsSeen {
  const { groups, places } = query;
  const match = createPathMatcher(query);
  const { keys, paths, siblings, wordsFor } = tableFor(corpus, query, chosen);
  const matching = groups.map((): TableWord[] => []);
  for (const found of wordsFor(query)) matching[match(found.word)?.group ?? -1]?.push(found);
  const named = new Map<number, number>();
  const idf = groups.map(({ weight }, group) => {
    const inStem = (matching[group] ?? []).flatMap((word) => word.inStem);
    const inFolders = (matching[group] ?? []).flatMap((word) => word.inFolders);
    const having = new Set([...inStem, ...inFolders]).size;
    const rare = weight * Math.max(0, Math.log((corpus.index.totals.contents + 1) / (having + 0.5)));
    for (const at of inStem) named.set(at, (named.get(at) ?? 0) + rare);
    return rare;
  });
  const byName = Array.from(named).sort(([a, weightOfA], [b, weightOfB]) => weightOfB - weightOfA || a - b);
  const byPlace = places.length === 0 ? [] : [...paths.keys()].filter((at) => isAtPlace(paths[at] ?? "", places));
  const best = new Set([...byPlace, ...byName.slice(0, maxNamed).map(([at]) => at)]);
  return { idf, siblings, match, named: Array.from(best, (at) => keys[at] ?? "") };
}

function tableFor(corpus: Corpus, { places }: Query, chosen: ReadonlySet<ContentKey>): PathTable {
  const { slots } = corpus.index;
  const pathOf = (content: ContentKey): string | undefined => corpus.facts(content)?.paths[0];
  if (slots.size > maxLooked && places.length === 0) return createPathTable(chosen, pathOf);
  return corpus.chosen?.().paths() ?? createPathTable(slots.keys(), pathOf);
}

function isAtPlace(path: string, places: Query["places"]): boolean {
  return places.some((place) => isSamePath(path, place.path));
}
