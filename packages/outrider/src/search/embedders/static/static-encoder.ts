import { splitWords } from "../../text/words.ts";
import { splitUnknown } from "./split-unknown.ts";
import { indexVocabulary, tokenFinder } from "./vocabulary-index.ts";
import type { StaticWeights } from "./weights-format.ts";

/** A question weighs its words in another way than a text that answers it. */
export type Side = "query" | "text";

/** Reads texts with the bundled model. Cheap to make in every thread; not to be shared by two. */
export interface StaticEncoder {
  readonly id: string;
  readonly dimensions: number;
  /** The tokens of a word as `splitWords` gives it; none when the model does not know it. */
  tokenIds(word: string): readonly number[];
  /**
   * The vector of tokens, each as often as `counts` says, of length 1; zeros when there is none. Written into `into` when it is given.
   */
  encode(ids: ArrayLike<number>, counts: ArrayLike<number>, side: Side, into?: Float32Array): Float32Array;
  /** Of words that were split already. */
  encodeWords(words: readonly string[], side: Side, into?: Float32Array): Float32Array;
  encodeText(text: string, side: Side, into?: Float32Array): Float32Array;
}

export function createStaticEncoder(weights: StaticWeights): StaticEncoder {
  const { dimensions, rows, scales } = weights;
  const { vocabulary, index = indexVocabulary(vocabulary, weights.size) } = weights;
  const idOf = tokenFinder(vocabulary, index);
  const cached = new Map<string, readonly number[]>();
  const sum = new Float64Array(dimensions);
  // Of the text that is read: how often each token came, and which came at all.
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
  // `splitWords` gives "sha" beside "sha256", so that it is counted there; only "x86" has no such word.
  if (letters !== word) return letters.length === 1 ? findTokens(letters, idOf) : none;
  // The vocabulary is in the order of frequency, so that a token's id is its rank.
  return splitUnknown(word, idOf).flatMap((piece) => idOf(piece) ?? []);
}

/** As the model was trained: the tenth time says less than the second. */
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
