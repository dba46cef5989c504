import type { ContentKey } from "../stores/vector-store.ts";
import type { OrderedChunk } from "./chunk-order.ts";
import { features } from "./features.ts";
import type { RankedRow } from "./rows.ts";
import type { Weights } from "./weights.ts";

export interface RankedChunk {
  readonly content: ContentKey;
  readonly path: string;
  /** The chunk's index in the content. */
  readonly chunk: number;
  /** 0 to 1, comparable within an answer. */
  readonly score: number;
  /** The terms of its sum, if requested. */
  readonly parts?: readonly ScorePart[];
}

export interface ScorePart {
  readonly name: string;
  readonly value: number;
  readonly weight: number;
}

/** The factor for each further chunk of a file: another file's best chunk says more than one file's third. */
const further = 0.5;
/** How many contents may show more than one chunk. */
const maxWithFurther = 100;
/** Maximum chunks per content if there are others. */
export const maxChunks = 10;

export interface RowChunks {
  /** The best chunks of a content, at most `most`. */
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
  /** By score: as many as requested, perhaps more. */
  readonly hits: readonly RankedChunk[];
  /** The total number. */
  readonly count: number;
}

/** Every content with its best chunk, and the best contents with further chunks. */
export function composeHits(
  scored: readonly { readonly row: RankedRow; readonly score: number }[],
  chunks: RowChunks,
  { weights, explain, first = Number.POSITIVE_INFINITY }: ComposeOptions,
): Hits {
  const inOrder = scored.toSorted((a, b) => b.score - a.score || byPath(a.row, b.row));
  const isAlone = inOrder.length === 1;
  // The best chunks of that many contents score at least this much: lower scores are not among the first.
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
  // The discount of a further chunk, or what exceeds the range from 0 to 1.
  if (score !== whole)
    parts.push({ name: whole > 0 && whole <= 1 ? "furtherChunk" : "bound", value: 1, weight: score - whole });
  return parts;
}
