import type { EncodeWords } from "../../ranking/corpus.ts";
import { createStaticEncoder } from "./static-encoder.ts";
import type { StaticWeights } from "./weights-format.ts";

/** The bundled model, for callers that only rank. */
export function createWordEncoder(weights: StaticWeights): EncodeWords {
  const encoder = createStaticEncoder(weights);
  return (words, side) => encoder.encodeWords(words, side === "query" ? "query" : "text");
}
