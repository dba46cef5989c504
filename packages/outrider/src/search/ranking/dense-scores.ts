import type { LexicalIndex } from "../lexical/lexical-index.ts";
import type { ContentKey, NearestChunk } from "../stores/vector-store.ts";

/** The similarity of a content's vectors to the question's. */
export interface DenseScores {
  /** That of the best chunk. */
  readonly best: number;
  /** That of the last vector, which stands for the whole content. */
  readonly outline: number | undefined;
  /** By chunk; undefined if it is unknown. */
  readonly chunks: readonly (number | undefined)[];
}

/** By content, for the given chunks that are in the index. */
export function readDense(
  index: LexicalIndex<ContentKey>,
  nearest: readonly NearestChunk[],
): Map<ContentKey, DenseScores> {
  const byContent = new Map<ContentKey, (number | undefined)[]>();
  let last: ContentKey | undefined;
  let list: (number | undefined)[] = [];
  for (const { content, chunk, score } of nearest) {
    // Chunks of one content are mostly adjacent.
    if (content !== last) {
      list = byContent.get(content) ?? [];
      byContent.set(content, list);
      last = content;
    }
    list[chunk] = score;
  }
  const found = new Map<ContentKey, DenseScores>();
  for (const [key, scores] of byContent) {
    const slot = index.slots.get(key);
    if (slot === undefined) continue;
    const count = (slot.segment.firstChunk[slot.content + 1] ?? 0) - (slot.segment.firstChunk[slot.content] ?? 0);
    const chunks = scores.slice(0, count);
    let best = -1;
    for (const score of chunks) if (score !== undefined) best = Math.max(best, score);
    found.set(key, { best: best === -1 ? (scores[count] ?? 0) : best, outline: scores[count], chunks });
  }
  return found;
}
