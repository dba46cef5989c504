import type { LexicalIndex, Totals } from "./lexical-index.ts";
import type { LiveSegment } from "./live-segment.ts";
import { findPostings, type Postings } from "./merge-postings.ts";
import type { TermScores } from "./term-scores.ts";

/** One concept of a question. */
export interface WantedGroup {
  /** Terms that mean the same. */
  readonly terms: readonly number[];
  readonly weight: number;
}

// BM25 parameters. The judged queries (bench/retrieval) hardly distinguish these from values near them, except that long
// contents should be penalized less than usual.
export const tuning = {
  k1: 1.2,
  chunkB: 0.5,
  contentB: 0.4,
  fields: { name: 1.5, head: 1.5, doc: 1.5, body: 1 },
};

/** Adds to `scores`, which must be cleared and large enough for the index. */
export function scoreTerms(index: LexicalIndex<unknown>, wanted: readonly WantedGroup[], scores: TermScores): void {
  const means = meansOf(index.totals);
  for (const { terms, weight } of wanted) {
    let contents = 0;
    let chunks = 0;
    for (const segment of index.segments) {
      const found = countAlive(segment, findPostings(segment, terms));
      contents += found.contents;
      chunks += found.chunks;
    }
    const idf = weight * idfOf(contents, index.totals.contents);
    const chunkIdf = weight * idfOf(chunks, index.totals.chunks);
    scores.idf.push(contents === 0 ? 0 : idf);
    for (const segment of index.segments) {
      addTerm(segment, findPostings(segment, terms), { idf, chunkIdf, means }, scores);
    }
  }
}

const alive = { contents: 0, chunks: 0 };

function countAlive(segment: LiveSegment<unknown>, { chunks, from, to }: Postings): typeof alive {
  alive.contents = 0;
  alive.chunks = 0;
  let before = -1;
  for (let place = from; place < to; place += 1) {
    const content = segment.contentOf[chunks[place] ?? 0] ?? 0;
    if (segment.alive[content] !== 1) continue;
    alive.chunks += 1;
    if (content !== before) alive.contents += 1;
    before = content;
  }
  return alive;
}

function idfOf(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

interface Means {
  readonly chunk: number;
  readonly name: number;
  readonly head: number;
  readonly doc: number;
  readonly body: number;
}

/** Mean lengths: weighted over a chunk's fields, and for each field of a content. */
function meansOf({ contents, chunks, name, head, doc, body }: Totals): Means {
  const perContent = Math.max(1, contents);
  const { name: n, head: h, doc: d, body: b } = tuning.fields;
  return {
    chunk: Math.max(1e-6, (name * n + head * h + doc * d + body * b) / Math.max(1, chunks)),
    name: Math.max(1e-6, name / perContent),
    head: Math.max(1e-6, head / perContent),
    doc: Math.max(1e-6, doc / perContent),
    body: Math.max(1e-6, body / perContent),
  };
}

interface TermWeight {
  readonly idf: number;
  readonly chunkIdf: number;
  readonly means: Means;
}

function addTerm(segment: LiveSegment<unknown>, postings: Postings, weight: TermWeight, scores: TermScores): void {
  const { contentOf, alive, lengths, sums, chunkBase, contentBase } = segment;
  const { chunks, counts, from, to } = postings;
  const { idf, chunkIdf, means } = weight;
  const { k1, chunkB, fields } = tuning;
  const { name: nameWeight, head: headWeight, doc: docWeight, body: bodyWeight } = fields;
  let place = from;
  while (place < to) {
    const content = contentOf[chunks[place] ?? 0] ?? 0;
    const counted = alive[content] === 1;
    let name = 0;
    let head = 0;
    let doc = 0;
    let body = 0;
    for (; place < to && contentOf[chunks[place] ?? 0] === content; place += 1) {
      if (!counted) continue;
      const chunk = chunks[place] ?? 0;
      const packed = counts[place] ?? 0;
      // Packed as in `addCount`; this is the innermost loop of every search.
      const inBody = packed & 0x7f;
      const inDoc = (packed >>> 7) & 0xf;
      const inHead = (packed >>> 11) & 0x7;
      const level = packed >>> 14;
      name += level;
      head += inHead;
      doc += inDoc;
      body += inBody;
      const count = level * nameWeight + inHead * headWeight + inDoc * docWeight + inBody * bodyWeight;
      const length =
        (lengths.name[chunk] ?? 0) * nameWeight +
        (lengths.head[chunk] ?? 0) * headWeight +
        (lengths.doc[chunk] ?? 0) * docWeight +
        (lengths.body[chunk] ?? 0) * bodyWeight;
      const norm = k1 * (1 - chunkB + (chunkB * length) / means.chunk);
      const at = chunkBase + chunk;
      scores.chunk[at] = (scores.chunk[at] ?? 0) + (chunkIdf * count * (k1 + 1)) / (count + norm);
      scores.chunkCover[at] = (scores.chunkCover[at] ?? 0) + idf;
      if (level > 0) {
        scores.nameCover[at] = (scores.nameCover[at] ?? 0) + idf;
        scores.nameHits[at] = (scores.nameHits[at] ?? 0) + 1;
      }
    }
    if (!counted) continue;
    const at = contentBase + content;
    if (scores.cover[at] === 0) {
      scores.touched[scores.touchedCount] = at;
      scores.touchedCount += 1;
    }
    scores.cover[at] = (scores.cover[at] ?? 0) + idf;
    if (name > 0) add(scores.name, at, idf, name, (sums.name[content] ?? 0) / means.name);
    if (head > 0) add(scores.head, at, idf, head, (sums.head[content] ?? 0) / means.head);
    if (doc > 0) add(scores.doc, at, idf, doc, (sums.doc[content] ?? 0) / means.doc);
    if (body > 0) add(scores.body, at, idf, body, (sums.body[content] ?? 0) / means.body);
  }
}

/** `length` in multiples of the mean: long texts need more occurrences of a term to be about it. */
function add(to: Float32Array, at: number, idf: number, count: number, length: number): void {
  const { k1, contentB } = tuning;
  const norm = k1 * (1 - contentB + contentB * length);
  to[at] = (to[at] ?? 0) + (idf * count * (k1 + 1)) / (count + norm);
}
