import type { ContentKey } from "../vector-store.ts";
import { type FineVectors, toCoarse, toScanQuery } from "./quantize.ts";
import { createPlainScan, type RowScan } from "./row-scan.ts";
import { createTopRows } from "./top-rows.ts";
import { createWasmScan } from "./wasm-scan.ts";

export interface RoughHit {
  readonly content: ContentKey;
  readonly chunk: number;
  /** From 8-bit numbers: good enough for selecting, but not for showing. */
  readonly score: number;
}

/** The vectors that are searched, with 8 bits per number. Rows of removed contents are reused. */
export interface VectorMatrix {
  readonly contents: number;
  readonly vectors: number;
  /** Size in memory, including free space. */
  readonly bytes: number;
  readonly kind: RowScan["kind"];
  has(content: ContentKey): boolean;
  add(content: ContentKey, vectors: FineVectors): void;
  remove(content: ContentKey): void;
  /** Approximately the nearest, best first. */
  search(query: Float32Array, limit: number): readonly RoughHit[];
  /** Every chunk of one content. */
  chunksOf(content: ContentKey, query: Float32Array): readonly RoughHit[];
}

// oxlint-disable-next-line max-lines-per-function -- rows, their free places and their scan are one state
export function createVectorMatrix(dimensions: number, scan: RowScan = createRowScan(dimensions)): VectorMatrix {
  const places = new Map<ContentKey, Uint32Array>();
  const free: number[] = [];
  const owners: ContentKey[] = [];
  let chunks = new Uint32Array(0);
  /** Unused rows have NaN here, so their score is never above another. */
  let scales = new Float32Array(0);
  let end = 0;

  function takeRow(): number {
    const row = free.pop();
    if (row !== undefined) return row;
    if (end === scales.length) grow();
    end += 1;
    return end - 1;
  }

  function grow(): void {
    const length = Math.max(1024, Math.ceil(end * 1.25));
    chunks = grown(chunks, new Uint32Array(length));
    scales = grown(scales, new Float32Array(length));
  }

  return {
    get contents() {
      return places.size;
    },
    get vectors() {
      return end - free.length;
    },
    get bytes() {
      return scan.bytes + chunks.byteLength + scales.byteLength + owners.length * 8;
    },
    kind: scan.kind,
    has: (content) => places.has(content),
    add(content, vectors) {
      if (places.has(content)) return;
      // Allocate memory first: if that fails, nothing has changed.
      scan.row(Math.max(0, end + vectors.rows - free.length - 1));
      const rows = new Uint32Array(vectors.rows);
      for (let chunk = 0; chunk < vectors.rows; chunk += 1) {
        const row = takeRow();
        scales[row] = toCoarse(vectors, chunk, scan.row(row), dimensions);
        chunks[row] = chunk;
        owners[row] = content;
        rows[chunk] = row;
      }
      places.set(content, rows);
    },
    remove(content) {
      const rows = places.get(content);
      if (rows === undefined) return;
      places.delete(content);
      // In reverse, so that the next content gets its rows in order.
      for (const row of rows.toReversed()) {
        scales[row] = NaN;
        free.push(row);
      }
    },
    search(query, limit) {
      const { numbers, scale } = toScanQuery(query);
      const top = createTopRows(Math.min(limit, end));
      scan.scan(numbers, end, (first, count, sums) => {
        let { threshold } = top;
        for (let each = 0; each < count; each += 1) {
          const score = (sums[each] ?? 0) * (scales[first + each] ?? NaN);
          if (score > threshold) {
            top.offer(first + each, score);
            ({ threshold } = top);
          }
        }
      });
      return top.take().map(({ row, score }) => hit(row, score * scale));
    },
    chunksOf(content, query) {
      const rows = places.get(content) ?? new Uint32Array(0);
      return Array.from(rows, (row) => {
        const sum = scan.row(row).reduce((total, number, at) => total + number * (query[at] ?? 0), 0);
        return hit(row, sum * (scales[row] ?? 0));
      });
    },
  };

  function hit(row: number, score: number): RoughHit {
    return { content: owners[row] ?? "", chunk: chunks[row] ?? 0, score };
  }
}

function grown<T extends Uint32Array | Float32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function createRowScan(dimensions: number): RowScan {
  return createWasmScan(dimensions) ?? createPlainScan(dimensions);
}
