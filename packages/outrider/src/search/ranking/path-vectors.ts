export type EncodeWords = (words: readonly string[], side: "query" | "code") => Float32Array;

/** Vectors of paths, which are asked for again and again. One set for each encoder. */
const known = new WeakMap<EncodeWords, Map<string, Float32Array>>();
const mostKnown = 20_000;

export function pathVector(encode: EncodeWords, path: string, words: readonly string[]): Float32Array {
  let vectors = known.get(encode);
  if (vectors === undefined || vectors.size >= mostKnown) known.set(encode, (vectors = new Map()));
  let vector = vectors.get(path);
  if (vector === undefined) vectors.set(path, (vector = encode(words, "code")));
  return vector;
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
