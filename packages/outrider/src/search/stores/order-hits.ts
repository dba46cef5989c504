import type { NearestChunk } from "./vector-store.ts";

/** Best first; equal ones always in the same order. */
export function orderHits(hits: readonly NearestChunk[]): readonly NearestChunk[] {
  return hits.toSorted(
    (one, other) => other.score - one.score || compare(one.content, other.content) || one.chunk - other.chunk,
  );
}

/** What is in both lists stays in the first. */
export function joinHits(nearest: readonly NearestChunk[], always: readonly NearestChunk[]): readonly NearestChunk[] {
  const chunks = new Map<string, Set<number>>();
  for (const { content, chunk } of nearest) chunks.set(content, (chunks.get(content) ?? new Set()).add(chunk));
  return [...nearest, ...always.filter(({ content, chunk }) => chunks.get(content)?.has(chunk) !== true)];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
