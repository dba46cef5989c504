import { type Feature, features } from "./features.ts";
import type { QueryKind } from "./query-kind.ts";
import learned from "./weights.json" with { type: "json" };

/** What is known in addition to the words: nothing, vectors of chunks, or vectors of paths as well. */
export type WeightSet = "lexical" | "vectors" | "full";

/** By column; divided by the maximum that a content can get, so that scores are between 0 and 1. */
export type Weights = Float32Array;

export interface LearnedWeights {
  readonly symbol: Readonly<Record<string, number>>;
  readonly words: Readonly<Record<string, number>>;
}

/** Learned by train/ranking. Error messages and traces use the weights of words: there is no data to learn others. */
export function weightsFor(set: WeightSet, kind: QueryKind): Weights {
  return shipped[set][kind === "symbol" ? "symbol" : "words"];
}

export function readWeights(named: Readonly<Record<string, number>>): Weights {
  const most = Object.values(named).reduce((sum, weight) => sum + Math.max(0, weight), 0);
  return Float32Array.from(features, (feature: Feature) => (named[feature] ?? 0) / Math.max(most, 1e-6));
}

function readSet({ symbol, words }: LearnedWeights): { readonly symbol: Weights; readonly words: Weights } {
  return { symbol: readWeights(symbol), words: readWeights(words) };
}

const shipped = {
  lexical: readSet(learned.lexical),
  vectors: readSet(learned.vectors),
  full: readSet(learned.full),
};
