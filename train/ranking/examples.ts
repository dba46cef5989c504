import { type IndexedCheckout } from "../judged/checkout.ts";
import { isHit, type JudgedQuery, targetsOf } from "../judged/judge.ts";
import { maxChunks } from "../../packages/outrider/src/search/ranking/compose-hits.ts";
import type { OrderedChunk } from "../../packages/outrider/src/search/ranking/chunk-order.ts";
import type { QueryKind } from "../../packages/outrider/src/search/ranking/query-kind.ts";
import { completeRows, prepareRanking, rowChunks } from "../../packages/outrider/src/search/ranking/rank.ts";
import type { RankedRow } from "../../packages/outrider/src/search/ranking/rows.ts";
import { giveScores } from "../../packages/outrider/src/search/ranking/corpus.ts";
import type { WeightSet } from "../../packages/outrider/src/search/ranking/weights.ts";

/** A judged query with all contents that may answer it, as the ranking sees them. */
export interface Example {
  readonly checkout: IndexedCheckout;
  readonly query: JudgedQuery;
  readonly kind: QueryKind;
  readonly rows: readonly RankedRow[];
  /** Of each row as many as an answer shows at most. */
  readonly chunks: ReadonlyMap<RankedRow, readonly OrderedChunk[]>;
  /** By row, 1 when its file is one that was to be found. */
  readonly relevant: Uint8Array;
}

export function readExample(checkout: IndexedCheckout, query: JudgedQuery, set: WeightSet): Example {
  const { corpus, encode } = checkout;
  const prepared = prepareRanking(query.query, corpus, set === "full" ? { encodeWords: encode } : {});
  const words = prepared.state?.query.words ?? [];
  const dense = set === "lexical" ? undefined : checkout.nearest(encode(words, "query"), 200, prepared.candidates);
  const { state, rows, similarity } = completeRows(prepared, dense);
  const { order } = rowChunks(state, similarity);
  const chunks = new Map(rows.map((row) => [row, order(row, maxChunks)]));
  giveScores(state.scores);
  const paths = targetsOf(query).map((target) => (typeof target === "string" ? target : target.path));
  const relevant = Uint8Array.from(rows, ({ content }) =>
    paths.some((path) => isHit({ path: content, startLine: 0, endLine: 0 }, path)) ? 1 : 0,
  );
  return { checkout, query, kind: state.query.kind, rows, chunks, relevant };
}
