import type { ContentKey } from "../stores/vector-store.ts";
import type { OrderedChunk } from "./chunk-order.ts";
import { features } from "./features.ts";
import type { RankedRow } from "./rows.ts";
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
const maxWithFurther = 100;
/** Chunks that one content shows beside others. */
export const maxChunks = 10;

export interface RowChunks {
  /** The best of a content's chunks, at most so many. */
  order(row: RankedRow, most: number): readonly OrderedChunk[];
  count(row: RankedRow, most: number): number;
}

export interface ComposeOptions {
  readonly weights: Weights;
  readonly explain: boolean;
  /** How many hits are wanted. Default: all of them. */
  readonly first?: number;
}

export interface Hits {
  /** By score: as many as are wanted, and perhaps more. */
  readonly hits: readonly RankedChunk[];
  /** How many there are in all. */
  readonly count: number;
}

/** Every content with its best chunk, and the best contents with further ones. */
export function composeHits(
  scored: readonly { readonly row: RankedRow; readonly score: number }[],
  chunks: RowChunks,
  { weights, explain, first = Number.POSITIVE_INFINITY }: ComposeOptions,
): Hits {
  const inOrder = scored.toSorted((a, b) => b.score - a.score || byPath(a.row, b.row));
  const isAlone = inOrder.length === 1;
  // The best chunks of that many contents score at least so much: what scores less is not among the first.
  const least = inOrder[first - 1]?.score ?? Number.NEGATIVE_INFINITY;
  const hits: { -readonly [field in keyof RankedChunk]: RankedChunk[field] }[] = [];
  let count = 0;
  inOrder.forEach(({ row, score: whole }, place) => {
    const most = isAlone ? Number.POSITIVE_INFINITY : place < maxWithFurther ? maxChunks : 1;
    count += most === 1 ? 1 : chunks.count(row, most);
    if (whole < least) return;
    const shown = whole > 0 && !isAlone && whole * further < least ? 1 : most;
    chunks.order(row, shown).forEach(({ chunk, share }, nth) => {
      const score = nth === 0 ? whole : Math.min(whole, Math.max(0, whole) * (isAlone ? 1 : further ** nth) * share);
      const hit = { content: row.content, path: row.path, chunk, score };
      hits.push(explain ? { ...hit, parts: partsOf(row, weights, whole, bounded(score)) } : hit);
    });
  });
  hits.sort((a, b) => b.score - a.score || byPath(a, b) || a.chunk - b.chunk);
  for (const hit of hits) hit.score = bounded(hit.score);
  return { hits, count };
}

function bounded(score: number): number {
  return Math.min(1, Math.max(0, score));
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function partsOf(row: RankedRow, weights: Weights, whole: number, score: number): readonly ScorePart[] {
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
