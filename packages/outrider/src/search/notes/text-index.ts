import { createLexicalIndex, type LexicalIndex } from "../lexical/lexical-index.ts";
import type { ReadText } from "./read-text.ts";

/** An index of some texts by their words. */
export interface TextIndex {
  readonly texts: readonly ReadText[];
  /** By index in `texts`. */
  readonly lexical: LexicalIndex<number>;
  /** All words and whole names, sorted. */
  readonly spellings: readonly (readonly [spelling: string, term: number])[];
  readonly terms: ReadonlySet<number>;
}

export function indexTexts(texts: readonly ReadText[]): TextIndex {
  const lexical = createLexicalIndex<number>();
  lexical.add(texts.map(({ terms }, place) => [place, terms]));
  const spellings = new Map<string, number>();
  for (const text of texts) for (const [spelling, term] of text.spellings) spellings.set(spelling, term);
  return {
    texts,
    lexical,
    spellings: [...spellings].sort(([one], [other]) => (one < other ? -1 : 1)),
    terms: new Set(spellings.values()),
  };
}

/** The terms of all words with this prefix. */
export function termsBegunBy(beginning: string, { spellings }: TextIndex): readonly number[] {
  let low = 0;
  let high = spellings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spellings[middle]?.[0] ?? "") < beginning) low = middle + 1;
    else high = middle;
  }
  const terms = new Set<number>();
  for (let at = low; spellings[at]?.[0].startsWith(beginning) === true; at += 1) terms.add(spellings[at]?.[1] ?? 0);
  return [...terms];
}
