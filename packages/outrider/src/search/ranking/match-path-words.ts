import type { PathWord } from "./path-facts.ts";
import type { Query } from "./read-query.ts";

/** Which group of the question a word of a path belongs to, and with what certainty. */
export interface PathMatch {
  readonly group: number;
  readonly share: number;
}

export type MatchPathWord = (word: PathWord) => PathMatch | undefined;

/** The weight of a word with just a common prefix: "lockfile" and `lock`, "recovery" and `recoverer`. */
const alikeShare = 0.7;
/** Minimum length of the common prefix. */
export const minAlike = 4;
const none: PathMatch = { group: -1, share: 0 };

/** Path words repeat, so each is compared only once per question. */
export function createPathMatcher({ groupOf, stems }: Query): MatchPathWord {
  const known = new Map<number, PathMatch>();
  return ({ term, stem }) => {
    const before = known.get(term);
    if (before !== undefined) return before === none ? undefined : before;
    const exact = groupOf.get(term);
    const match = exact === undefined ? findAlike(stem, stems) : { group: exact, share: 1 };
    known.set(term, match ?? none);
    return match;
  };
}

/** The common prefix must cover most of the longer word. */
function findAlike(stem: string, stems: Query["stems"]): PathMatch | undefined {
  let best: PathMatch | undefined;
  let longest = 0;
  for (const { text, group } of stems) {
    let same = 0;
    while (same < stem.length && same < text.length && stem[same] === text[same]) same += 1;
    const needed = Math.max(minAlike, 0.6 * Math.max(stem.length, text.length), Math.min(stem.length, text.length) - 2);
    if (same < needed || same <= longest) continue;
    longest = same;
    best = { group, share: alikeShare };
  }
  return best;
}
