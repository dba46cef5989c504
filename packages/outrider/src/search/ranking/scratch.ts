import type { LexicalIndex } from "../lexical/lexical-index.ts";
import { clearTermScores, createTermScores, type TermScores } from "../lexical/term-scores.ts";

/** Large arrays that questions use one after the other: two at the same time get two. */
const free: TermScores[] = [];
const mostFree = 2;

export function takeScores(index: LexicalIndex<unknown>): TermScores {
  const last = index.segments.at(-1);
  const chunks = last === undefined ? 0 : last.chunkBase + last.contentOf.length;
  const contents = last === undefined ? 0 : last.contentBase + last.alive.length;
  const at = free.findIndex((each) => each.chunk.length >= chunks && each.cover.length >= contents);
  const found = at === -1 ? undefined : free.splice(at, 1)[0];
  if (found === undefined) {
    // Room to grow, so that the next change needs no new ones.
    return createTermScores(Math.ceil(chunks * 1.25) + 64, Math.ceil(contents * 1.25) + 16);
  }
  clearTermScores(found);
  return found;
}

export function giveScores(scores: TermScores): void {
  free.unshift(scores);
  free.length = Math.min(free.length, mostFree);
}
