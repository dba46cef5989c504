import { findHeadings } from "./memory-text.ts";
import { splitWords } from "./words.ts";

export interface Searchable {
  readonly topic: string;
  readonly title: string;
  readonly body: string;
  /** The same object as long as the text is the same: its words are then counted once. */
  readonly counted?: object;
}

export interface Found<Item> {
  readonly item: Item;
  readonly score: number;
  readonly line: number;
  readonly excerpt: string;
}

// BM25 with the usual numbers; a word in the title says more about a note than one in its text.
const saturation = 1.2;
const lengthShare = 0.6;
const titleWeight = 4;
const headingWeight = 2;
const prefixWeight = 0.5;
const shortestPrefix = 3;

/** The best first. Every word that begins like a word of the query counts, if less than the word itself. */
export function searchMemories<Item extends Searchable>(
  items: readonly Item[],
  query: string,
  limit: number,
): { readonly found: readonly Found<Item>[]; readonly total: number } {
  const wanted = [...new Set(splitWords(query))];
  const documents = items.map((item) => ({ item, ...knownWords(item) }));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const terms = wanted.map((word) => {
    const counts = documents.map(({ weights }) => weightOf(weights, word));
    const having = counts.filter((count) => count > 0).length;
    return { word, counts, rarity: Math.log(1 + (documents.length - having + 0.5) / (having + 0.5)) };
  });
  const scored = documents.flatMap(({ item, length }, index) => {
    const norm = saturation * (1 - lengthShare + (lengthShare * length) / Math.max(1, average));
    const score = terms.reduce((sum, { counts, rarity }) => {
      const count = counts[index] ?? 0;
      return sum + (rarity * count * (saturation + 1)) / (count + norm);
    }, 0);
    return score > 0 ? [{ item, score }] : [];
  });
  const best = scored.toSorted(
    (left, right) => right.score - left.score || (left.item.topic < right.item.topic ? -1 : 1),
  );
  // Excerpts cost more than scores: only what is shown gets one.
  const found = best.slice(0, limit).map((each) => ({ ...each, ...bestLine(each.item.body, terms) }));
  return { found, total: best.length };
}

interface Term {
  readonly word: string;
  readonly rarity: number;
}

interface WordCount {
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
}

const known = new WeakMap<object, WordCount>();

function knownWords(item: Searchable): WordCount {
  const count = (item.counted === undefined ? undefined : known.get(item.counted)) ?? countWords(item);
  if (item.counted !== undefined) known.set(item.counted, count);
  return count;
}

function countWords({ topic, title, body }: Searchable): WordCount {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number): number => {
    const words = splitWords(text);
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + weight);
    return words.length;
  };
  add(`${topic} ${title}`, titleWeight);
  add(findHeadings(body).join("\n"), headingWeight);
  return { length: add(body, 1), weights };
}

function weightOf(weights: ReadonlyMap<string, number>, word: string): number {
  const exact = weights.get(word) ?? 0;
  if (word.length < shortestPrefix) return exact;
  let begun = 0;
  for (const [other, weight] of weights) if (other !== word && other.startsWith(word)) begun = Math.max(begun, weight);
  return exact + begun * prefixWeight;
}

const longestExcerpt = 160;

/** The line with most of what was asked for, the rare words counting more; the first line when only the title fits. */
function bestLine(body: string, terms: readonly Term[]): { readonly line: number; readonly excerpt: string } {
  const lines = body.split(/\r?\n/);
  let best = {
    score: 0,
    index: Math.max(
      0,
      lines.findIndex((line) => line.trim() !== ""),
    ),
  };
  for (const [index, line] of lines.entries()) {
    const words = new Map(splitWords(line).map((word) => [word, 1]));
    const score = terms.reduce((sum, { word, rarity }) => sum + rarity * Math.min(1, weightOf(words, word)), 0);
    if (score > best.score) best = { score, index };
  }
  return { line: best.index + 1, excerpt: cutAround((lines[best.index] ?? "").trim(), terms) };
}

function cutAround(line: string, terms: readonly Term[]): string {
  if (line.length <= longestExcerpt) return line;
  const lower = line.toLowerCase();
  const places = terms.map(({ word }) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, line.length) - 40);
  if (places.length === 0 || start < 20) return `${line.slice(0, longestExcerpt)}…`;
  const end = start + longestExcerpt;
  return `…${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}
