import type { Slot } from "../lexical/lexical-index.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { type Corpus, dot, type EncodeWords, pathVector } from "./corpus.ts";
import type { DenseScores } from "./dense-scores.ts";
import { columnOf, featureCount } from "./features.ts";
import { fillLexicalRow, type LexicalState } from "./lexical-row.ts";
import { pathFacts } from "./path-facts.ts";
import type { Weights } from "./weights.ts";

/** A content that may be in the answer, with its features. */
export interface RankedRow {
  readonly content: ContentKey;
  readonly path: string;
  readonly slot: Slot<ContentKey>;
  readonly values: Float32Array;
}

/** Undefined if the content has been removed. */
export function createRow(state: LexicalState, corpus: Corpus, content: ContentKey): RankedRow | undefined {
  const slot = corpus.index.slots.get(content);
  const facts = corpus.facts(content);
  const path = facts?.paths[0];
  if (slot === undefined || facts === undefined || path === undefined) return undefined;
  const values = new Float32Array(featureCount);
  fillLexicalRow(values, state, slot, facts, path);
  return { content, path, slot, values };
}

const at = {
  dense: columnOf("dense"),
  denseOutline: columnOf("denseOutline"),
  densePath: columnOf("densePath"),
  joint: columnOf("joint"),
};

/** A content whose vectors are not available yet gets average values. */
export function fillDense(
  rows: readonly RankedRow[],
  dense: ReadonlyMap<ContentKey, DenseScores>,
  { scores, bests }: LexicalState,
): void {
  const found = rows.map(({ content }) => dense.get(content));
  fillColumn(
    rows,
    at.dense,
    found.map((own) => own?.best),
  );
  fillColumn(
    rows,
    at.denseOutline,
    found.map((own) => own?.outline),
  );
  const joint = rows.map(({ slot: { segment, content } }, index) => {
    const first = segment.chunkBase + (segment.firstChunk[content] ?? 0);
    let best = 0;
    found[index]?.chunks.forEach((near, chunk) => {
      if (near !== undefined)
        best = Math.max(best, Math.max(0, near) * ((scores.chunk[first + chunk] ?? 0) / bests.chunk));
    });
    return Math.sqrt(best);
  });
  rows.forEach(({ values }, index) => (values[at.joint] = joint[index] ?? 0));
}

export function fillPathVectors(rows: readonly RankedRow[], state: LexicalState, encode: EncodeWords): void {
  const question = encode(state.query.words, "query");
  fillColumn(
    rows,
    at.densePath,
    rows.map(({ path }) => dot(question, pathVector(encode, path, pathFacts(path).words))),
  );
}

/**
 * The distance of each value from the mean, in units of four standard deviations. Cosines themselves say little: their size
 * depends on the model and on the length of the question.
 */
function fillColumn(rows: readonly RankedRow[], column: number, similarity: readonly (number | undefined)[]): void {
  const known = similarity.filter((value) => value !== undefined);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, known.length);
  const unit = 4 * Math.max(minSpread, Math.sqrt(variance));
  rows.forEach(({ values }, index) => (values[column] = 0.5 + ((similarity[index] ?? mean) - mean) / unit));
}

const minSpread = 0.02;

export function scoreRow({ values }: RankedRow, weights: Weights): number {
  let sum = 0;
  for (let column = 0; column < featureCount; column += 1) sum += (values[column] ?? 0) * (weights[column] ?? 0);
  return sum;
}
