import { splitWords } from "../../text/words.ts";
import { splitUnknown } from "./split-unknown.ts";
import { indexVocabulary, tokenFinder } from "./vocabulary-index.ts";
import type { StaticWeights } from "./weights-format.ts";

/** A question weighs its words differently from a text that answers it. */
export type Side = "query" | "text";

/** Encodes texts with the bundled model. Cheap to create in every thread; must not be shared between threads. */
export interface StaticEncoder {
  readonly id: string;
  readonly dimensions: number;
  /** The tokens of a word from `splitWords`; none if the model does not know it. */
  tokenIds(word: string): readonly number[];
  /**
   * The vector of tokens, each weighted by its count, of length 1; zeros if there are none. Written to `into` if given.
   */
  encode(ids: ArrayLike<number>, counts: ArrayLike<number>, side: Side, into?: Float32Array): Float32Array;
  /** For words that are already split. */
  encodeWords(words: readonly string[], side: Side, into?: Float32Array): Float32Array;
  encodeText(text: string, side: Side, into?: Float32Array): Float32Array;
}

export function createStaticEncoder(weights: StaticWeights): StaticEncoder {
  const { dimensions, rows, scales } = weights;
  const { vocabulary, index = indexVocabulary(vocabulary, weights.size) } = weights;
  const idOf = tokenFinder(vocabulary, index);
  const cached = new Map<string, readonly number[]>();
  const sum = new Float64Array(dimensions);
  // For the current text: how often each token occurred, and which ones did.
  const counted = new Uint32Array(weights.size);
  const seen: number[] = [];

  function tokenIds(word: string): readonly number[] {
    const known = cached.get(word);
    if (known !== undefined) return known;
    const found = findTokens(word, idOf);
    if (cached.size >= maxCached) cached.clear();
    cached.set(word, found);
    return found;
  }

  function encode(
    tokens: ArrayLike<number>,
    counts: ArrayLike<number>,
    side: Side,
    into: Float32Array = new Float32Array(dimensions),
  ): Float32Array {
    const sideWeights = side === "query" ? weights.queryWeights : weights.textWeights;
    sum.fill(0);
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index] ?? 0;
      const factor = damped(counts[index] ?? 0) * (sideWeights[token] ?? 0) * (scales[token] ?? 0);
      addRow(sum, rows, token * dimensions, factor);
    }
    return normalise(sum, into);
  }

  function encodeWords(words: readonly string[], side: Side, into?: Float32Array): Float32Array {
    for (const word of words) {
      for (const id of tokenIds(word)) {
        if (counted[id] === 0) seen.push(id);
        counted[id] = (counted[id] ?? 0) + 1;
      }
    }
    const counts = seen.map((id) => counted[id] ?? 0);
    const vector = encode(seen, counts, side, into);
    for (const id of seen) counted[id] = 0;
    seen.length = 0;
    return vector;
  }

  return {
    id: weights.id,
    dimensions,
    tokenIds,
    encode,
    encodeWords,
    encodeText: (text, side, into) => encodeWords(splitWords(text), side, into),
  };
}

const maxCached = 50_000;
const none: readonly number[] = [];

function findTokens(word: string, idOf: (word: string) => number | undefined): readonly number[] {
  const id = idOf(word);
  if (id !== undefined) return [id];
  const letters = word.replace(/\p{N}+$/u, "");
  // `splitWords` gives "sha" in addition to "sha256", so it is counted there; only "x86" has no such word.
  if (letters !== word) return letters.length === 1 ? findTokens(letters, idOf) : none;
  // The vocabulary is ordered by frequency, so a token's id is its rank.
  return splitUnknown(word, idOf).flatMap((piece) => idOf(piece) ?? []);
}

/** As in training: the tenth occurrence says less than the second. */
function damped(count: number): number {
  return count > 1 ? 1 + Math.log(count) : count;
}

function addRow(sum: Float64Array, rows: Int8Array, start: number, factor: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + factor * (rows[start + at] ?? 0);
}

function normalise(sum: Float64Array, into: Float32Array): Float32Array {
  let squares = 0;
  for (const value of sum) squares += value * value;
  const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  for (let at = 0; at < sum.length; at += 1) into[at] = (sum[at] ?? 0) * factor;
  return into;
}
