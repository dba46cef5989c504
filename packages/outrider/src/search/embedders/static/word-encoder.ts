import type { EncodeWords } from "../../ranking/path-vectors.ts";
import { createStaticEncoder } from "./static-encoder.ts";
import type { StaticWeights } from "./weights-format.ts";

/** The bundled model for words that were split already. */
export function createWordEncoder(weights: StaticWeights): EncodeWords {
  const encoder = createStaticEncoder(weights);
  return (words, side) => {
    const counts = new Map<number, number>();
    for (const word of words) for (const id of encoder.tokenIds(word)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return encoder.encode([...counts.keys()], [...counts.values()], side === "query" ? "query" : "text");
  };
}
