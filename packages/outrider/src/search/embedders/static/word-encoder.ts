import type { EncodeWords } from "../../ranking/path-vectors.ts";
import { createStaticEncoder, type Side, type StaticEncoder } from "./static-encoder.ts";
import type { StaticWeights } from "./weights-format.ts";

/** The vector of words that were split already. */
export function encodeWords(
  encoder: StaticEncoder,
  words: readonly string[],
  side: Side,
  into?: Float32Array,
): Float32Array {
  const counts = new Map<number, number>();
  for (const word of words) for (const id of encoder.tokenIds(word)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return encoder.encode([...counts.keys()], [...counts.values()], side, into);
}

/** The bundled model for who only ranks. */
export function createWordEncoder(weights: StaticWeights): EncodeWords {
  const encoder = createStaticEncoder(weights);
  return (words, side) => encodeWords(encoder, words, side === "query" ? "query" : "text");
}
