import { emptySegment, type Segment } from "./segment.ts";

/** A segment and which of its contents still count (1). Plain arrays, so that a thread can receive and return them. */
export interface JoinPart {
  readonly segment: Segment;
  readonly alive: Uint8Array;
}

/** Joins the contents that still count from several segments, in order, into one. */
export function joinSegments(parts: readonly JoinPart[]): Segment {
  const steps = joinInSteps(parts);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps of a few milliseconds, for a thread that has other work, too. */
export function* joinInSteps(parts: readonly JoinPart[]): Generator<undefined, Segment> {
  const places = parts.map(newChunks);
  yield undefined;
  const terms = yield* mergeTerms(parts.map(({ segment }) => segment.terms));
  const cursors = new Uint32Array(parts.length);
  const starts = new Uint32Array(terms.length + 1);
  // Amount of work since the last step ended.
  let done = 0;
  for (let pass = 0, at = 0; pass < terms.length; pass += 1) {
    const count = countTerm(parts, places, cursors, terms[pass] ?? 0);
    at += count;
    starts[pass + 1] = at;
    done += count + parts.length;
    if (done < perStep) continue;
    done = 0;
    yield undefined;
  }
  const joined = emptySegment({
    terms: terms.length,
    postings: starts[terms.length] ?? 0,
    chunks: places.reduce((sum, { chunks }) => sum + chunks, 0),
    contents: places.reduce((sum, { contents }) => sum + contents, 0),
  });
  yield undefined;
  joined.terms.set(terms);
  joined.starts.set(starts);
  copyChunks(parts, joined);
  yield undefined;
  cursors.fill(0);
  for (let pass = 0; pass < terms.length; pass += 1) {
    const start = starts[pass] ?? 0;
    copyTerm(parts, places, cursors, terms[pass] ?? 0, joined, start);
    done += (starts[pass + 1] ?? 0) - start + parts.length;
    if (done < perStep) continue;
    done = 0;
    yield undefined;
  }
  return dropEmptyTerms(joined);
}

const perStep = 100_000;
const gone = 0xffff_ffff;

interface NewChunks {
  /** By chunk of the part, its number in the result; `gone` for chunks of removed contents. */
  readonly numbers: Uint32Array;
  readonly chunks: number;
  readonly contents: number;
}

function newChunks({ segment, alive }: JoinPart, index: number, parts: readonly JoinPart[]): NewChunks {
  let base = 0;
  for (const before of parts.slice(0, index)) base += countAlive(before);
  const numbers = new Uint32Array(segment.contentOf.length).fill(gone);
  let chunks = 0;
  for (let chunk = 0; chunk < numbers.length; chunk += 1) {
    if (alive[segment.contentOf[chunk] ?? 0] !== 1) continue;
    numbers[chunk] = base + chunks;
    chunks += 1;
  }
  return { numbers, chunks, contents: alive.reduce((sum, one) => sum + one, 0) };
}

function countAlive({ segment, alive }: JoinPart): number {
  let chunks = 0;
  alive.forEach((one, content) => {
    if (one === 1) chunks += (segment.firstChunk[content + 1] ?? 0) - (segment.firstChunk[content] ?? 0);
  });
  return chunks;
}

/** Merges pairs until one list is left. */
function* mergeTerms(lists: readonly Uint32Array[]): Generator<undefined, Uint32Array> {
  let left = lists;
  while (left.length > 1) {
    const merged: Uint32Array[] = [];
    for (let at = 0; at < left.length; at += 2) {
      merged.push(mergeTwo(left[at] ?? none, left[at + 1] ?? none));
      yield undefined;
    }
    left = merged;
  }
  return left[0] ?? none;
}

const none = new Uint32Array();

function mergeTwo(one: Uint32Array, other: Uint32Array): Uint32Array {
  const merged = new Uint32Array(one.length + other.length);
  let [at, next, count] = [0, 0, 0];
  while (at < one.length || next < other.length) {
    const a = one[at] ?? Number.POSITIVE_INFINITY;
    const b = other[next] ?? Number.POSITIVE_INFINITY;
    merged[count] = Math.min(a, b);
    count += 1;
    if (a <= b) at += 1;
    if (b <= a) next += 1;
  }
  return merged.slice(0, count);
}

function countTerm(
  parts: readonly JoinPart[],
  places: readonly NewChunks[],
  cursors: Uint32Array,
  term: number,
): number {
  let count = 0;
  eachPosting(parts, places, cursors, term, () => (count += 1));
  return count;
}

function copyTerm(
  parts: readonly JoinPart[],
  places: readonly NewChunks[],
  cursors: Uint32Array,
  term: number,
  to: Segment,
  start: number,
): void {
  let next = start;
  eachPosting(parts, places, cursors, term, ({ counts }, place, chunk) => {
    to.chunks[next] = chunk;
    to.counts[next] = counts[place] ?? 0;
    next += 1;
  });
}

/** Every posting of a term whose content still counts, with the chunk's new number; advances the cursors to the next term. */
function eachPosting(
  parts: readonly JoinPart[],
  places: readonly NewChunks[],
  cursors: Uint32Array,
  term: number,
  onPosting: (segment: Segment, place: number, chunk: number) => void,
): void {
  parts.forEach(({ segment }, index) => {
    const at = cursors[index] ?? 0;
    if (segment.terms[at] !== term) return;
    cursors[index] = at + 1;
    const numbers = places[index]?.numbers;
    if (numbers === undefined) return;
    const end = segment.starts[at + 1] ?? 0;
    for (let place = segment.starts[at] ?? 0; place < end; place += 1) {
      const chunk = numbers[segment.chunks[place] ?? 0] ?? gone;
      if (chunk !== gone) onPosting(segment, place, chunk);
    }
  });
}

function copyChunks(parts: readonly JoinPart[], to: Segment): void {
  let chunk = 0;
  let content = 0;
  for (const { segment, alive } of parts) {
    alive.forEach((one, old) => {
      if (one !== 1) return;
      to.firstChunk[content] = chunk;
      for (let from = segment.firstChunk[old] ?? 0; from < (segment.firstChunk[old + 1] ?? 0); from += 1) {
        to.contentOf[chunk] = content;
        to.lines[chunk] = segment.lines[from] ?? 0;
        to.lengths.name[chunk] = segment.lengths.name[from] ?? 0;
        to.lengths.head[chunk] = segment.lengths.head[from] ?? 0;
        to.lengths.doc[chunk] = segment.lengths.doc[from] ?? 0;
        to.lengths.body[chunk] = segment.lengths.body[from] ?? 0;
        chunk += 1;
      }
      content += 1;
    });
  }
  to.firstChunk[content] = chunk;
}

/** Drops terms that only occurred in removed contents. */
function dropEmptyTerms(segment: Segment): Segment {
  const { terms, starts } = segment;
  let kept = 0;
  for (let at = 0; at < terms.length; at += 1) {
    if (starts[at] === starts[at + 1]) continue;
    terms[kept] = terms[at] ?? 0;
    starts[kept] = starts[at] ?? 0;
    kept += 1;
  }
  starts[kept] = segment.chunks.length;
  return { ...segment, terms: terms.slice(0, kept), starts: starts.slice(0, kept + 1) };
}
