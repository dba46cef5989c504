import type { ContentKey } from "../stores/vector-store.ts";
import type { Corpus } from "./corpus.ts";
import { isSamePath } from "./lexical-row.ts";
import { createPathMatcher, type MatchPathWord } from "./match-path-words.ts";
import { createSiblings, noteSibling, type PathSiblings } from "./path-family.ts";
import { pathFacts, type PathWord } from "./path-facts.ts";
import type { Query } from "./read-query.ts";

export interface PathsSeen {
  /** How rare each group of the question is among paths: the project's own name stands in many, and says little there. */
  readonly rarity: readonly number[];
  /** Contents that the question names by their path, or whose file has a name with a word of it: their text may have none. */
  readonly named: readonly ContentKey[];
  readonly siblings: PathSiblings;
  readonly match: MatchPathWord;
}

const mostNamed = 60;
/** Of more contents, only those are looked at whose text has something of the question. */
const mostLooked = 3_000;

export function lookAtPaths(corpus: Corpus, query: Query, chosen: ReadonlySet<ContentKey>): PathsSeen {
  const { groups, places } = query;
  const match = createPathMatcher(query);
  const having = new Uint32Array(groups.length);
  const seenIn = new Int32Array(groups.length).fill(-1);
  const byName: { readonly key: ContentKey; readonly stem: readonly PathWord[] }[] = [];
  const byPlace: ContentKey[] = [];
  const siblings = createSiblings();
  const { slots, totals } = corpus.index;
  const looked = slots.size <= mostLooked || places.length > 0 ? slots.keys() : chosen;
  let number = 0;
  for (const key of looked) {
    const path = corpus.facts(key)?.paths[0];
    if (path === undefined) continue;
    const { stem, folders, family } = pathFacts(path);
    noteSibling(siblings, family);
    const count = (word: PathWord): boolean => {
      const group = match(word)?.group;
      if (group === undefined) return false;
      if (seenIn[group] !== number) having[group] = (having[group] ?? 0) + 1;
      seenIn[group] = number;
      return true;
    };
    let inStem = false;
    for (const word of stem) if (count(word)) inStem = true;
    for (const word of folders) count(word);
    if (inStem) byName.push({ key, stem });
    if (places.some((place) => isSamePath(path, place.path))) byPlace.push(key);
    number += 1;
  }
  const rarity = groups.map(
    ({ weight }, at) => weight * Math.max(0, Math.log((totals.contents + 1) / ((having[at] ?? 0) + 0.5))),
  );
  const weigh = (stem: readonly PathWord[]): number =>
    stem.reduce((sum, word) => sum + (rarity[match(word)?.group ?? -1] ?? 0), 0);
  const named =
    byName.length <= mostNamed ? byName : byName.sort((a, b) => weigh(b.stem) - weigh(a.stem)).slice(0, mostNamed);
  return { rarity, siblings, match, named: [...new Set([...byPlace, ...named.map(({ key }) => key)])] };
}
