import type { LiveSegment } from "../lexical/live-segment.ts";
import type { TermScores } from "../lexical/term-scores.ts";
import type { LexicalIndex } from "../lexical/lexical-index.ts";
import type { Bests } from "./lexical-row.ts";

/** The best values among the first `touchedCount` contents of `touched`. */
export function findBests(index: LexicalIndex<unknown>, scores: TermScores): Bests {
  const best = { body: least, head: least, doc: least, name: least, chunk: least, cover: least };
  for (const idf of scores.idf) best.cover += idf;
  for (let at = 0; at < scores.touchedCount; at += 1) {
    const number = scores.touched[at] ?? 0;
    best.body = Math.max(best.body, scores.body[number] ?? 0);
    best.head = Math.max(best.head, scores.head[number] ?? 0);
    best.doc = Math.max(best.doc, scores.doc[number] ?? 0);
    best.name = Math.max(best.name, scores.name[number] ?? 0);
  }
  for (const segment of index.segments) {
    const end = segment.chunkBase + segment.contentOf.length;
    for (let chunk = segment.chunkBase; chunk < end; chunk += 1) {
      const score = scores.chunk[chunk] ?? 0;
      if (score > best.chunk) best.chunk = score;
    }
  }
  return best;
}

const least = 1e-9;
const buckets = 2_048;

/** The numbers of roughly the `most` best touched contents by a simple measure; all of them if there are no more. */
export function chooseContents(
  index: LexicalIndex<unknown>,
  scores: TermScores,
  bests: Bests,
  most: number,
): readonly number[] {
  const all = Array.from(scores.touched.subarray(0, scores.touchedCount));
  if (all.length <= most) return all;
  const rough = new Float32Array(all.length);
  all.forEach((number, at) => {
    rough[at] =
      ((scores.body[number] ?? 0) / bests.body +
        (scores.head[number] ?? 0) / bests.head +
        (scores.name[number] ?? 0) / bests.name +
        bestChunk(index, scores, number) / bests.chunk +
        (scores.cover[number] ?? 0) / bests.cover) /
      5;
  });
  const counts = new Uint32Array(buckets);
  for (const value of rough) counts[bucketOf(value)] = (counts[bucketOf(value)] ?? 0) + 1;
  let lowest = buckets;
  for (let left = most; lowest > 0 && left >= (counts[lowest - 1] ?? 0);) {
    lowest -= 1;
    left -= counts[lowest] ?? 0;
  }
  return all.filter((_, at) => bucketOf(rough[at] ?? 0) >= lowest);
}

function bucketOf(value: number): number {
  return Math.min(buckets - 1, Math.floor(value * buckets));
}

function bestChunk(index: LexicalIndex<unknown>, scores: TermScores, number: number): number {
  const segment = segmentOf(index, number);
  if (segment === undefined) return 0;
  const content = number - segment.contentBase;
  let best = 0;
  for (let chunk = segment.firstChunk[content] ?? 0; chunk < (segment.firstChunk[content + 1] ?? 0); chunk += 1) {
    best = Math.max(best, scores.chunk[segment.chunkBase + chunk] ?? 0);
  }
  return best;
}

function segmentOf(index: LexicalIndex<unknown>, number: number): LiveSegment<unknown> | undefined {
  let low = 0;
  let high = index.segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((index.segments[middle]?.contentBase ?? 0) <= number) low = middle;
    else high = middle - 1;
  }
  return index.segments[low];
}
