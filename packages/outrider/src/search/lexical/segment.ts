import type { FileTerms } from "../records/file-terms.ts";

/** An inverted index of some contents: for each term, the chunks that contain it. Immutable; contents can only be removed. */
export interface Segment {
  /** Unique, ascending. */
  readonly terms: Uint32Array;
  /** Where each term's postings begin, plus the end of the last. */
  readonly starts: Uint32Array;
  /** Chunks that contain the term, ascending. */
  readonly chunks: Uint32Array;
  /** How often and where, packed as in `file-terms.ts`. */
  readonly counts: Uint16Array;
  /** By chunk: its content in the segment, its first line, and the number of terms in its fields. */
  readonly contentOf: Uint32Array;
  readonly lines: Uint32Array;
  readonly lengths: FieldLengths;
  /** First chunk of each content, plus the end of the last. */
  readonly firstChunk: Uint32Array;
}

export interface FieldLengths {
  readonly name: Uint8Array;
  readonly head: Uint16Array;
  readonly doc: Uint16Array;
  readonly body: Uint16Array;
}

export interface SegmentSize {
  readonly terms: number;
  readonly postings: number;
  readonly chunks: number;
  readonly contents: number;
}

export function emptySegment({ terms, postings, chunks, contents }: SegmentSize): Segment {
  return {
    terms: new Uint32Array(terms),
    starts: new Uint32Array(terms + 1),
    chunks: new Uint32Array(postings),
    counts: new Uint16Array(postings),
    contentOf: new Uint32Array(chunks),
    lines: new Uint32Array(chunks),
    lengths: {
      name: new Uint8Array(chunks),
      head: new Uint16Array(chunks),
      doc: new Uint16Array(chunks),
      body: new Uint16Array(chunks),
    },
    firstChunk: new Uint32Array(contents + 1),
  };
}

/** Index of the first term that is not smaller. */
export function findTerm(terms: Uint32Array, wanted: number, from = 0): number {
  let low = from;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counting sort over the terms: two passes over the contents, and only terms are compared. */
export function buildSegment(contents: readonly FileTerms[]): Segment {
  const terms = mergeTerms(contents);
  const starts = new Uint32Array(terms.length + 1);
  const local = contents.map((content) => placeTerms(content.terms, terms));
  contents.forEach(({ chunks }, index) => {
    const places = local[index] ?? none;
    for (const { at } of chunks) for (const each of at) increase(starts, (places[each] ?? 0) + 1, 1);
  });
  for (let term = 0; term < terms.length; term += 1) increase(starts, term + 1, starts[term] ?? 0);

  const segment = emptySegment({
    terms: terms.length,
    postings: starts[terms.length] ?? 0,
    chunks: contents.reduce((sum, { chunks }) => sum + chunks.length, 0),
    contents: contents.length,
  });
  segment.terms.set(terms);
  segment.starts.set(starts);
  let chunk = 0;
  contents.forEach(({ chunks }, content) => {
    const places = local[content] ?? none;
    segment.firstChunk[content] = chunk;
    for (const { at, counts, lengths, startLine } of chunks) {
      segment.contentOf[chunk] = content;
      segment.lines[chunk] = startLine;
      segment.lengths.name[chunk] = Math.min(lengths[0], 0xff);
      segment.lengths.head[chunk] = Math.min(lengths[1], 0xffff);
      segment.lengths.doc[chunk] = Math.min(lengths[2], 0xffff);
      segment.lengths.body[chunk] = Math.min(lengths[3], 0xffff);
      for (let index = 0; index < at.length; index += 1) {
        const term = places[at[index] ?? 0] ?? 0;
        const place = starts[term] ?? 0;
        segment.chunks[place] = chunk;
        segment.counts[place] = counts[index] ?? 0;
        starts[term] = place + 1;
      }
      chunk += 1;
    }
  });
  segment.firstChunk[contents.length] = chunk;
  return segment;
}

const none = new Uint32Array();

function increase(array: Uint32Array, at: number, by: number): void {
  array[at] = (array[at] ?? 0) + by;
}

function mergeTerms(contents: readonly FileTerms[]): Uint32Array {
  const total = contents.reduce((sum, { terms }) => sum + terms.length, 0);
  const all = new Uint32Array(total);
  let at = 0;
  for (const { terms } of contents) {
    all.set(terms, at);
    at += terms.length;
  }
  return dropRepeated(all.sort());
}

/** Removes duplicates from ascending numbers. Changes the given array. */
function dropRepeated(all: Uint32Array): Uint32Array {
  let kept = 0;
  for (let index = 0; index < all.length; index += 1) {
    const term = all[index] ?? 0;
    if (index > 0 && term === all[kept - 1]) continue;
    all[kept] = term;
    kept += 1;
  }
  return all.slice(0, kept);
}

/** The index of each of the ascending terms among all. */
function placeTerms(own: Uint32Array, all: Uint32Array): Uint32Array {
  const places = new Uint32Array(own.length);
  let low = 0;
  own.forEach((term, index) => {
    low = findTerm(all, term, low);
    places[index] = low;
  });
  return places;
}
