import { type Found, ndcg } from "../judged/judge.ts";
import {
  denseFeatures,
  type Feature,
  pathVectorFeatures,
} from "../../packages/outrider/src/search/ranking/features.ts";
import { composeHits, type RowChunks } from "../../packages/outrider/src/search/ranking/compose-hits.ts";
import { scoreRow } from "../../packages/outrider/src/search/ranking/rows.ts";
import { readWeights, type WeightSet } from "../../packages/outrider/src/search/ranking/weights.ts";
import type { Example } from "./examples.ts";
import { type Learned, type LearnOptions, learnWeights } from "./learn.ts";

/** NDCG@10 of one example under these weights, in the very order that an answer has. */
export function evaluate({ checkout, query, kind, rows, chunks }: Example, learned: Learned): number {
  const weights = readWeights(kind === "symbol" ? learned.symbol : learned.words);
  const scored = rows.map((row) => ({ row, score: scoreRow(row, weights) }));
  const shown: RowChunks = {
    order: (row, most) => (chunks.get(row) ?? []).slice(0, most),
    count: (row, most) => Math.min(most, chunks.get(row)?.length ?? 0),
  };
  const { hits } = composeHits(scored, shown, { weights, explain: false, first: 10 });
  const found = hits.slice(0, 10).map(({ content, chunk }): Found => {
    const lines = checkout.records.get(content)?.chunks[chunk];
    return { path: content, startLine: (lines?.startLine ?? 0) + 1, endLine: lines?.endLine ?? 0 };
  });
  return ndcg(found, query);
}

/** Each example judged by weights that were learned from other repositories. Other seeds deal the repositories out in another way. */
export function crossValidate(
  examples: readonly Example[],
  options: LearnOptions,
  seed: number,
  folds = 5,
): Float64Array {
  const repositories = shuffle([...new Set(examples.map(({ query }) => query.repo))], seed);
  const results = new Float64Array(examples.length);
  for (let fold = 0; fold < folds; fold += 1) {
    const held = new Set(repositories.filter((_, at) => at % folds === fold));
    const learned = learnWeights(
      examples.filter(({ query }) => !held.has(query.repo)),
      options,
    );
    examples.forEach((example, at) => {
      if (held.has(example.query.repo)) results[at] = evaluate(example, learned);
    });
  }
  return results;
}

/** Which features there are in a set. */
export function isUsed(set: WeightSet): (feature: Feature) => boolean {
  return (feature) => set === "full" || !(set === "lexical" ? denseFeatures : pathVectorFeatures).has(feature);
}

function shuffle(names: readonly string[], seed: number): readonly string[] {
  let state = seed * 2_654_435_761 + 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return names
    .map((name) => ({ name, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ name }) => name);
}
