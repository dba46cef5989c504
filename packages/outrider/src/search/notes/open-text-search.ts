import { setImmediate } from "node:timers/promises";
import { scoreTerms, tuning, type WantedGroup } from "../lexical/score-terms.ts";
import { createTermScores } from "../lexical/term-scores.ts";
import { readQuery } from "../ranking/read-query.ts";
import { variantsOf } from "../ranking/word-variants.ts";
import { isTelling, termOfWord } from "../text/terms.ts";
import { splitWords } from "../text/words.ts";
import { minSimilarity, loadMeasure, type Similarity } from "./similarity.ts";
import { type ReadText, readText, eachTerm } from "./read-text.ts";
import type { SearchableText, TextSearch, TextSearchOptions } from "./text-search.ts";
import { createLexicalIndex, type LexicalIndex } from "../lexical/lexical-index.ts";

interface Question {
  /** The significant words, without duplicates. */
  readonly words: readonly string[];
  readonly groups: readonly WantedGroup[];
}

// A word that just begins with it, or is a spelling variant, may be a different one.
const likeWeight = 0.5;
const shortestBeginning = 3;
const maxWords = 64;

/** Which groups a term belongs to, and how significant each group is for the texts. */
interface TermWeights {
  readonly groupsOf: ReadonlyMap<number, readonly number[]>;
  readonly idf: readonly number[];
}

const longestExcerpt = 160;
const before = 40;

/**
 * The components of code search, combined for prose: its words, stems and BM25, and the bundled model for texts that use other
 * words. The learned ranking is of no use here: it relies on paths, declarations and tests, and notes have none.
 */
export function openTextSearch({ byMeaning }: TextSearchOptions): TextSearch {
  let last: TextIndex = indexTexts([]);

  async function indexOf(items: readonly SearchableText[], signal: AbortSignal): Promise<TextIndex> {
    const texts = await readTexts(items, signal);
    if (texts.length !== last.texts.length || texts.some((text, place) => text !== last.texts[place])) {
      last = indexTexts(texts);
    }
    return last;
  }

  return {
    async search(items, query, { limit, signal }) {
      const index = await indexOf(items, signal);
      const question = readQuestion(query.slice(0, longestQuestion), index);
      const measure = byMeaning ? await loadMeasure() : undefined;
      signal.throwIfAborted();
      const similarity = measure?.(question.words);
      const { scored, terms } = scoreTexts(index, question, similarity);
      const best = scored
        .flatMap((each) => {
          const item = items[each.place];
          return item === undefined ? [] : [{ item, ...each }];
        })
        .sort((one, other) => other.score - one.score || (one.item.id < other.item.id ? -1 : 1));
      // Lines cost more than scores: only compute them for the hits to be shown.
      const found = best.slice(0, limit).map(({ item, score, place, chunk }) => ({
        item,
        score,
        ...showLine(item.body, index.texts[place]?.chunks[chunk], { terms, similarity }),
      }));
      return { found, total: best.length };
    },
  };
}

// No question is longer; a pasted text says at the top what it is about.
const longestQuestion = 2_000;
/** How long other work on this thread may have to wait. */
const longestMs = 5;

async function readTexts(items: readonly SearchableText[], signal: AbortSignal): Promise<readonly ReadText[]> {
  const texts: ReadText[] = [];
  let started = performance.now();
  for (const item of items) {
    texts.push(readText(item));
    if (performance.now() - started < longestMs) continue;
    await setImmediate();
    signal.throwIfAborted();
    started = performance.now();
  }
  return texts;
}

interface ScoredText {
  readonly place: number;
  readonly score: number;
  /** The chunk that is closest in meaning. */
  readonly chunk: number;
}

// The word score is 1 for a text whose body contains every word often enough; a title counts more, a heading less.
const fieldWeights = { name: 1.5, head: 0.5, body: 1 };
// Hits by meaning alone must be nearly as close as the closest one: others have no reason of their own to be there.
const nearEnough = 0.8;

function scoreTexts(
  { lexical, texts }: TextIndex,
  question: Question,
  similarity: Similarity | undefined,
): { readonly scored: readonly ScoredText[]; readonly terms: TermWeights } {
  const scores = createTermScores(lexical.totals.chunks, texts.length);
  scoreTerms(lexical, question.groups, scores);
  const most = (tuning.k1 + 1) * weighQuestion(question, scores.idf, texts.length);
  const { name, head, body } = fieldWeights;
  const near = texts.map((text) => similarity?.ofText(text) ?? { similarity: 0, chunk: 0 });
  const nearest = near.reduce((best, each) => Math.max(best, each.similarity), 0);
  const least = Math.max(minSimilarity, nearest * nearEnough);
  const scored = near.flatMap((each, place) => {
    const words =
      (scores.name[place] ?? 0) * name + (scores.head[place] ?? 0) * head + (scores.body[place] ?? 0) * body;
    if (words === 0 && each.similarity < least) return [];
    return [{ place, score: (most === 0 ? 0 : words / most) + each.similarity, chunk: each.chunk }];
  });
  return { scored, terms: weighTerms(question, scores.idf) };
}

/** A word that no text contains counts as the rarest: a text with only the other words matches just a part of the question. */
function weighQuestion({ groups }: Question, idf: readonly number[], texts: number): number {
  return groups.reduce((sum, { weight }, group) => {
    const known = idf[group] ?? 0;
    return sum + (known === 0 && weight === 1 ? Math.log(2 * texts + 2) : known);
  }, 0);
}

interface ShowOptions {
  readonly terms: TermWeights;
  readonly similarity: Similarity | undefined;
}

/** The line with most of the words; if there are none, the closest line of the closest chunk. */
function showLine(
  body: string,
  chunk: ReadText["chunks"][number] | undefined,
  { terms, similarity }: ShowOptions,
): { readonly line: number; readonly excerpt: string } {
  const lines = body.split(/\r?\n/);
  const first = chunk?.startLine ?? 0;
  const line = lineWithMost(lines, terms) ?? first + (similarity?.nearestLine(lines.slice(first, chunk?.endLine)) ?? 0);
  return { line: line + 1, excerpt: cutLine(lines[line] ?? "", terms) };
}

function weighTerms({ groups }: Question, idf: readonly number[]): TermWeights {
  const groupsOf = new Map<number, number[]>();
  groups.forEach(({ terms }, group) => {
    for (const term of terms) groupsOf.set(term, [...(groupsOf.get(term) ?? []), group]);
  });
  return { groupsOf, idf: [...idf] };
}

/** The line that covers most of the question, weighted by rarity; undefined if none covers any of it. */
function lineWithMost(lines: readonly string[], { groupsOf, idf }: TermWeights): number | undefined {
  let best: number | undefined;
  let most = 0;
  lines.forEach((line, index) => {
    const groups = new Set<number>();
    eachTerm(line, (_, term) => {
      for (const group of groupsOf.get(term) ?? []) groups.add(group);
    });
    let score = 0;
    for (const group of groups) score += idf[group] ?? 0;
    if (score > most) [best, most] = [index, score];
  });
  return best;
}

/** For a long line, the part around the first matching word. */
function cutLine(line: string, { groupsOf }: TermWeights): string {
  const text = line.trim();
  if (text.length <= longestExcerpt) return text;
  let place = -1;
  for (const { 0: name, index } of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    eachTerm(name, (_, term) => {
      if (place === -1 && groupsOf.has(term)) place = index;
    });
    if (place !== -1) break;
  }
  const start = place - before;
  if (start < before / 2) return `${text.slice(0, longestExcerpt)}…`;
  const end = start + longestExcerpt;
  return `…${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

/** As in code search; in addition, prefixes of words match, and `auth` stands for "authentication". */
function readQuestion(query: string, index: TextIndex): Question {
  const all = [...new Set(splitWords(query))];
  const telling = all.filter(isTelling);
  // If there is nothing but words like "about" and "how", these are meant.
  const words = (telling.length > 0 ? telling : all).slice(0, maxWords);
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

/** A single character of such a script may be a word, but texts are indexed by pairs, so it would never match. */
function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);
}

/** An index of some texts by their words. */
interface TextIndex {
  readonly texts: readonly ReadText[];
  /** By index in `texts`. */
  readonly lexical: LexicalIndex<number>;
  /** All words and whole names, sorted. */
  readonly spellings: readonly (readonly [spelling: string, term: number])[];
  readonly terms: ReadonlySet<number>;
}

function indexTexts(texts: readonly ReadText[]): TextIndex {
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
function termsBegunBy(beginning: string, { spellings }: TextIndex): readonly number[] {
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
