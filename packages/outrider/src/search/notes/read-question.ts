import type { WantedGroup } from "../lexical/score-terms.ts";
import { readQuery } from "../ranking/read-query.ts";
import { variantsOf } from "../ranking/word-variants.ts";
import { isTelling, termOfWord } from "../text/terms.ts";
import { splitWords } from "../text/words.ts";
import { termsBegunBy, type TextIndex } from "./text-index.ts";

export interface Question {
  /** Those that say something, each once. */
  readonly words: readonly string[];
  readonly groups: readonly WantedGroup[];
}

// A word that only begins so, or is written in another way, may be another one.
const likeWeight = 0.5;
const shortestBeginning = 3;

/** As a search for code reads it; besides, the beginning of a word is enough, and `auth` stands for "authentication". */
export function readQuestion(query: string, index: TextIndex): Question {
  const all = [...new Set(splitWords(query))];
  const telling = all.filter(isTelling);
  // Nothing but "about" and "how": then these are meant.
  const words = (telling.length > 0 ? telling : all).slice(0, mostWords);
  const groups =
    telling.length > 0
      ? readQuery(query, (term) => index.terms.has(term)).groups
      : words.map((word) => ({ terms: [termOfWord(word)], weight: 1 }));
  const exact = new Set(groups.flatMap(({ terms }) => terms));
  const alike = words.flatMap((word) => {
    const terms = [...begunBy(word, index), ...variantsOf(word).map(termOfWord)].filter((term) => !exact.has(term));
    return terms.length === 0 ? [] : [{ terms, weight: likeWeight }];
  });
  return { words, groups: [...groups, ...alike] };
}

function begunBy(word: string, index: TextIndex): readonly number[] {
  return word.length < shortestBeginning && !isUnspaced(word) ? [] : termsBegunBy(word, index);
}

const mostWords = 64;

/** One character of such a script may be a word, and is found in none: texts have pairs. */
function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);
}
