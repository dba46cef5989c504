import type { FileTerms } from "../records/file-terms.ts";
import { type JoinPart, joinSegments } from "./join-segments.ts";
import { type LiveSegment, openSegment } from "./live-segment.ts";
import { buildSegment, type Segment } from "./segment.ts";

/** Where the chunks of a content are. */
export interface Slot<Key> {
  readonly segment: LiveSegment<Key>;
  /** Its index in the segment. */
  readonly content: number;
}

export interface Totals {
  readonly contents: number;
  readonly chunks: number;
  /** Sums over all chunks that count. */
  readonly name: number;
  readonly head: number;
  readonly doc: number;
  readonly body: number;
}

/** The contents of a project by their terms. Each is in one segment; small segments are joined as they are added. */
export interface LexicalIndex<Key> {
  readonly segments: readonly LiveSegment<Key>[];
  readonly totals: Totals;
  /** Grows with every change: chunk and content numbers are only valid for one generation. */
  readonly generation: number;
  readonly slots: ReadonlyMap<Key, Slot<Key>>;
  /** By number among the contents of all segments; undefined for a removed content. */
  keyAt(content: number): Key | undefined;
  add(contents: readonly (readonly [Key, FileTerms])[]): void;
  remove(key: Key): void;
  /**
   * Segments that should be joined, if that takes longer than a search may wait: for `joinInSteps`, or `joinSegments` in a
   * thread, followed by `adoptJoined`. The index may change in between.
   */
  joinJob(): JoinJob<Key> | undefined;
  adoptJoined(job: JoinJob<Key>, joined: Segment): void;
}

export interface JoinJob<Key> {
  readonly parts: readonly JoinPart[];
  readonly segments: readonly LiveSegment<Key>[];
}

/** Postings that are joined in one go: a few milliseconds. */
const maxAtOnce = 200_000;
/** From this many segments on, joining large ones pays off. */
const manySegments = 12;

// oxlint-disable-next-line max-lines-per-function -- postings and lengths change together
export function createLexicalIndex<Key>(): LexicalIndex<Key> {
  const segments: LiveSegment<Key>[] = [];
  const slots = new Map<Key, Slot<Key>>();
  let generation = 0;
  const totals = { contents: 0, chunks: 0, name: 0, head: 0, doc: 0, body: 0 };

  function count({ segment, content }: Slot<Key>, sign: 1 | -1): void {
    totals.contents += sign;
    totals.chunks += sign * ((segment.firstChunk[content + 1] ?? 0) - (segment.firstChunk[content] ?? 0));
    totals.name += sign * (segment.sums.name[content] ?? 0);
    totals.head += sign * (segment.sums.head[content] ?? 0);
    totals.doc += sign * (segment.sums.doc[content] ?? 0);
    totals.body += sign * (segment.sums.body[content] ?? 0);
  }

  /** Replaces adjacent segments with one. */
  function replace(from: number, many: number, segment: LiveSegment<Key>): void {
    generation += 1;
    segments.splice(from, many, ...(segment.keys.length === 0 ? [] : [segment]));
    segment.keys.forEach((key, content) => {
      if (key !== undefined) slots.set(key, { segment, content });
    });
    let chunkBase = 0;
    let contentBase = 0;
    for (const each of segments) {
      each.chunkBase = chunkBase;
      each.contentBase = contentBase;
      chunkBase += each.contentOf.length;
      contentBase += each.alive.length;
    }
  }

  function joinTail(): void {
    const from = tailStart(segments, maxAtOnce);
    const tail = segments.slice(from);
    if (tail.length < 2) return;
    const keys = tail.flatMap((segment) => segment.keys.filter((key) => key !== undefined));
    replace(from, tail.length, openSegment(joinSegments(tail.map(partOf)), keys));
  }

  return {
    segments,
    totals,
    get generation() {
      return generation;
    },
    slots,
    keyAt(content) {
      let low = 0;
      let high = segments.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((segments[middle]?.contentBase ?? 0) <= content) low = middle;
        else high = middle - 1;
      }
      const segment = segments[low];
      return segment?.keys[content - segment.contentBase];
    },
    add(contents) {
      const fresh = new Map(contents.filter(([key]) => !slots.has(key)));
      if (fresh.size === 0) return;
      const segment = openSegment<Key>(buildSegment([...fresh.values()]), [...fresh.keys()]);
      replace(segments.length, 0, segment);
      segment.keys.forEach((_, content) => count({ segment, content }, 1));
      joinTail();
    },
    remove(key) {
      const slot = slots.get(key);
      if (slot === undefined) return;
      generation += 1;
      slots.delete(key);
      slot.segment.alive[slot.content] = 0;
      slot.segment.keys[slot.content] = undefined;
      count(slot, -1);
    },
    joinJob() {
      const sparse = segments.findIndex((segment) => segment.keys.length > 8 && shareAlive(segment) < 0.5);
      if (segments.length < manySegments && sparse === -1) return undefined;
      const wanted =
        sparse === -1
          ? segments.slice(tailStart(segments, Number.POSITIVE_INFINITY))
          : segments.slice(sparse, sparse + 1);
      const chosen = sparse === -1 && wanted.length < 2 ? segments.slice(-manySegments / 2) : wanted;
      return { segments: chosen, parts: chosen.map(partOf) };
    },
    adoptJoined(job, joined) {
      const first = job.segments[0];
      const from = first === undefined ? -1 : segments.indexOf(first);
      // If some of them have been joined in the meantime, this comes too late.
      if (from === -1 || job.segments.some((segment, at) => segments[from + at] !== segment)) return;
      // Contents removed since the job was created are still in the result, and are dropped at once.
      const keys = job.segments.flatMap((segment, at) =>
        segment.keys.filter((_, content) => job.parts[at]?.alive[content] === 1),
      );
      replace(from, job.segments.length, openSegment(joined, keys));
    },
  };
}

/** The first segment of the tail in which none is larger than twice all after it, with at most `most` postings in total. */
function tailStart(segments: readonly LiveSegment<unknown>[], most: number): number {
  let from = segments.length - 1;
  let behind = segments[from]?.chunks.length ?? 0;
  for (; from > 0; from -= 1) {
    const size = segments[from - 1]?.chunks.length ?? 0;
    if (size > 2 * behind || size + behind > most) break;
    behind += size;
  }
  return from;
}

function partOf(segment: LiveSegment<unknown>): JoinPart {
  return { segment: bare(segment), alive: segment.alive.slice() };
}

/** Without what cannot be sent to a thread. */
function bare({ terms, starts, chunks, counts, contentOf, lines, lengths, firstChunk }: Segment): Segment {
  return { terms, starts, chunks, counts, contentOf, lines, lengths, firstChunk };
}

function shareAlive({ keys }: LiveSegment<unknown>): number {
  return keys.reduce((sum: number, key) => sum + (key === undefined ? 0 : 1), 0) / keys.length;
}
