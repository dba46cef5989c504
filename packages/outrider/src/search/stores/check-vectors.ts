import { ToolError } from "toolwright";
import { maxDimensions } from "./scan/quantize.ts";
import type { ContentVectors, NearestChunk } from "./vector-store.ts";

export function expectDimensions(dimensions: number): void {
  if (Number.isInteger(dimensions) && dimensions > 0 && dimensions <= maxDimensions) return;
  throw new ToolError(
    "wrong_dimensions",
    `Vectors have 1 to ${maxDimensions} dimensions here, not ${dimensions}; choose another model.`,
  );
}

/** The query scaled to length 1, so that a dot product is the cosine. */
export function toUnitQuery(query: Float32Array, dimensions: number): Float32Array {
  if (query.length !== dimensions) throw wrongLength("The query", query.length, dimensions);
  const length = Math.hypot(...query);
  if (!Number.isFinite(length)) throw notNumbers("The query");
  return length === 0 ? query : query.map((number) => number / length);
}

/** If one vector is invalid, nothing of the batch is stored. */
export function expectVectors(contents: readonly ContentVectors[], dimensions: number): void {
  for (const { content, vectors } of contents) {
    const what = `The vectors of ${JSON.stringify(content)}`;
    if (vectors.length % dimensions !== 0) throw wrongLength(what, vectors.length, dimensions);
    if (!vectors.every(Number.isFinite)) throw notNumbers(what);
  }
}

function wrongLength(what: string, length: number, dimensions: number): ToolError {
  return new ToolError(
    "wrong_dimensions",
    `${what}: ${length} numbers, expected ${dimensions} for each. The index belongs to another model; build it anew with this one.`,
  );
}

function notNumbers(what: string): ToolError {
  return new ToolError(
    "wrong_vectors",
    `${what}: a number is not finite, so that nothing would be near. The embedder that made it is at fault.`,
  );
}

/** Best first; equal ones always in the same order. */
export function orderHits(hits: readonly NearestChunk[]): readonly NearestChunk[] {
  return hits.toSorted(
    (one, other) => other.score - one.score || compare(one.content, other.content) || one.chunk - other.chunk,
  );
}

/** Hits that are in both lists stay in the first. */
export function joinHits(nearest: readonly NearestChunk[], always: readonly NearestChunk[]): readonly NearestChunk[] {
  const chunks = new Map<string, Set<number>>();
  for (const { content, chunk } of nearest) chunks.set(content, (chunks.get(content) ?? new Set()).add(chunk));
  return [...nearest, ...always.filter(({ content, chunk }) => chunks.get(content)?.has(chunk) !== true)];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
