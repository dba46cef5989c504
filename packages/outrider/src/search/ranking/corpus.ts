import type { LexicalIndex } from "../lexical/lexical-index.ts";
import { clearTermScores, createTermScores, type TermScores } from "../lexical/term-scores.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { PathTable } from "./path-table.ts";

/** What is known about a content from its paths. */
export interface ContentFacts {
  /** Relative to the project's root, best first. */
  readonly paths: readonly string[];
  readonly language: string;
  /** Why it counts less: "generated", "minified" … */
  readonly note: string | undefined;
}

/** What is searched. */
export interface Corpus {
  readonly index: LexicalIndex<ContentKey>;
  /** Undefined if the content is no longer in the project. */
  facts(content: ContentKey): ContentFacts | undefined;
  /** All contents that it has facts about, if available: without it, each question has to find out. */
  chosen?(): ChosenContents;
}

export interface ChosenContents {
  /** By number in the index, 1 for each of them. */
  numbers(): Uint8Array;
  /** The words of their paths. */
  paths(): PathTable;
}

export type EncodeWords = (words: readonly string[], side: "query" | "code") => Float32Array;

/** Vectors of paths, which are requested repeatedly. One set per encoder. */
const known = new WeakMap<EncodeWords, Map<string, Float32Array>>();
const maxKnown = 20_000;

export function pathVector(encode: EncodeWords, path: string, words: readonly string[]): Float32Array {
  let vectors = known.get(encode);
  if (vectors === undefined || vectors.size >= maxKnown) known.set(encode, (vectors = new Map()));
  let vector = vectors.get(path);
  if (vector === undefined) vectors.set(path, (vector = encode(words, "code")));
  return vector;
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Large arrays that are reused by consecutive questions: concurrent ones get different arrays. */
const free: TermScores[] = [];
const maxFree = 2;

export function takeScores(index: LexicalIndex<unknown>): TermScores {
  const last = index.segments.at(-1);
  const chunks = last === undefined ? 0 : last.chunkBase + last.contentOf.length;
  const contents = last === undefined ? 0 : last.contentBase + last.alive.length;
  const at = free.findIndex((each) => each.chunk.length >= chunks && each.cover.length >= contents);
  const found = at === -1 ? undefined : free.splice(at, 1)[0];
  if (found === undefined) {
    // Leave room to grow, so that the next change needs no new arrays.
    return createTermScores(Math.ceil(chunks * 1.25) + 64, Math.ceil(contents * 1.25) + 16);
  }
  clearTermScores(found);
  return found;
}

export function giveScores(scores: TermScores): void {
  free.unshift(scores);
  free.length = Math.min(free.length, maxFree);
}
