import type { ContentKey } from "../stores/vector-store.ts";
import type { OrderedChunk } from "./chunk-order.ts";
import { features } from "./features.ts";
import type { Row } from "./rows.ts";
import type { Weights } from "./weights.ts";

export interface RankedChunk {
  readonly content: ContentKey;
  readonly path: string;
  /** Which chunk of the content. */
  readonly chunk: number;
  /** 0 to 1, comparable within an answer. */
  readonly score: number;
  /** What it is the sum of, when that was asked for. */
  readonly parts?: readonly ScorePart[];
}

export interface ScorePart {
  readonly name: string;
  readonly value: number;
  readonly weight: number;
}

/** What a further chunk of a file keeps of its score: another file's best says more than one file's third. */
const further = 0.5;
/** Contents that show more than one chunk. */
const mostWithFurther = 100;
/** Chunks that one content shows beside others. */
const mostChunks = 10;

interface Hit {
  readonly row: Row;
  /** Of the content, and of this chunk. */
  readonly whole: number;
  readonly score: number;
  readonly chunk: number;
}

/** Every content with its best chunk, and the best contents with further ones, by score. */
export function composeHits(
  scored: readonly { readonly row: Row; readonly score: number }[],
  chunksOf: (row: Row, most: number) => readonly OrderedChunk[],
  { weights, explain }: { readonly weights: Weights; readonly explain: boolean },
): readonly RankedChunk[] {
  const inOrder = scored.toSorted((a, b) => b.score - a.score || byPath(a.row, b.row));
  const hits: Hit[] = [];
  const isAlone = inOrder.length === 1;
  inOrder.forEach(({ row, score }, place) => {
    const most = isAlone ? Number.POSITIVE_INFINITY : place < mostWithFurther ? mostChunks : 1;
    chunksOf(row, most)
      .slice(0, most)
      .forEach(({ chunk, share }, nth) => {
        hits.push({
          row,
          whole: score,
          score: nth === 0 ? score : Math.min(score, Math.max(0, score) * (isAlone ? 1 : further ** nth) * share),
          chunk,
        });
      });
  });
  hits.sort((a, b) => b.score - a.score || byPath(a.row, b.row) || a.chunk - b.chunk);
  return hits.map(({ row, whole, score, chunk }) => ({
    content: row.content,
    path: row.path,
    chunk,
    score: Math.min(1, Math.max(0, score)),
    ...(explain ? { parts: partsOf(row, weights, whole, Math.min(1, Math.max(0, score))) } : {}),
  }));
}

function byPath(a: Row, b: Row): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function partsOf(row: Row, weights: Weights, whole: number, score: number): readonly ScorePart[] {
  const parts: ScorePart[] = [];
  features.forEach((name, column) => {
    const value = row.values[column] ?? 0;
    const weight = weights[column] ?? 0;
    if (value * weight !== 0) parts.push({ name, value, weight });
  });
  parts.sort((a, b) => Math.abs(b.value * b.weight) - Math.abs(a.value * a.weight));
  // What is left out of a further chunk's, and what is below 0 or above 1.
  if (score !== whole)
    parts.push({ name: whole > 0 && whole <= 1 ? "furtherChunk" : "bound", value: 1, weight: score - whole });
  return parts;
}
