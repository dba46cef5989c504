import type { FieldLengths, Segment } from "./segment.ts";

/** A segment and which of its contents still count. */
export interface LiveSegment<Key> extends Segment {
  /** By content; undefined for a removed one. */
  readonly keys: (Key | undefined)[];
  /** 1 for each content that counts. */
  readonly alive: Uint8Array;
  /** Number of terms in each field of each content. */
  readonly sums: FieldSums;
  /** Numbers of its first chunk and first content among those of all segments. */
  chunkBase: number;
  contentBase: number;
}

export interface FieldSums {
  readonly name: Float32Array;
  readonly head: Float32Array;
  readonly doc: Float32Array;
  readonly body: Float32Array;
}

export function openSegment<Key>(segment: Segment, keys: (Key | undefined)[]): LiveSegment<Key> {
  return {
    ...segment,
    keys,
    alive: Uint8Array.from(keys, (key) => (key === undefined ? 0 : 1)),
    sums: sumFields(segment),
    chunkBase: 0,
    contentBase: 0,
  };
}

function sumFields({ firstChunk, lengths }: Segment): FieldSums {
  const sum = (of: FieldLengths[keyof FieldLengths]): Float32Array => {
    const sums = new Float32Array(firstChunk.length - 1);
    for (let content = 0; content < sums.length; content += 1) {
      let total = 0;
      for (let chunk = firstChunk[content] ?? 0; chunk < (firstChunk[content + 1] ?? 0); chunk += 1)
        total += of[chunk] ?? 0;
      sums[content] = total;
    }
    return sums;
  };
  return { name: sum(lengths.name), head: sum(lengths.head), doc: sum(lengths.doc), body: sum(lengths.body) };
}
