import { joinCounts } from "../records/file-terms.ts";
import { findTerm, type Segment } from "./segment.ts";

/** A range of postings: `from` (inclusive) to `to` (exclusive) in these arrays. */
export interface Postings {
  chunks: Uint32Array;
  counts: Uint16Array;
  from: number;
  to: number;
}

/** The postings of a term, or of several synonyms as if they were the same term. Valid until the next call. */
export function findPostings(segment: Segment, terms: readonly number[]): Postings {
  found.chunks = segment.chunks;
  found.counts = segment.counts;
  found.from = 0;
  found.to = 0;
  let filled = false;
  for (const term of terms) {
    const at = findTerm(segment.terms, term);
    if (segment.terms[at] !== term) continue;
    const from = segment.starts[at] ?? 0;
    const to = segment.starts[at + 1] ?? 0;
    if (filled) mergeInto(found, segment, from, to);
    else [found.from, found.to] = [from, to];
    filled = true;
  }
  return found;
}

const found: Postings = { chunks: new Uint32Array(), counts: new Uint16Array(), from: 0, to: 0 };

// Two, because one is read while the other is written.
const spare = [0, 1].map(() => ({ chunks: new Uint32Array(), counts: new Uint16Array() }));

function mergeInto(postings: Postings, segment: Segment, from: number, to: number): void {
  const size = postings.to - postings.from + to - from;
  const index = postings.chunks === spare[0]?.chunks ? 1 : 0;
  let target = spare[index] ?? { chunks: new Uint32Array(size), counts: new Uint16Array(size) };
  if (target.chunks.length < size) {
    target = { chunks: new Uint32Array(size * 2), counts: new Uint16Array(size * 2) };
    spare[index] = target;
  }
  let one = postings.from;
  let other = from;
  let next = 0;
  while (one < postings.to || other < to) {
    const oneChunk = one < postings.to ? (postings.chunks[one] ?? 0) : Number.POSITIVE_INFINITY;
    const otherChunk = other < to ? (segment.chunks[other] ?? 0) : Number.POSITIVE_INFINITY;
    if (oneChunk === otherChunk) {
      target.chunks[next] = oneChunk;
      target.counts[next] = joinCounts(postings.counts[one] ?? 0, segment.counts[other] ?? 0);
      one += 1;
      other += 1;
    } else if (oneChunk < otherChunk) {
      target.chunks[next] = oneChunk;
      target.counts[next] = postings.counts[one] ?? 0;
      one += 1;
    } else {
      target.chunks[next] = otherChunk;
      target.counts[next] = segment.counts[other] ?? 0;
      other += 1;
    }
    next += 1;
  }
  postings.chunks = target.chunks;
  postings.counts = target.counts;
  postings.from = 0;
  postings.to = next;
}
