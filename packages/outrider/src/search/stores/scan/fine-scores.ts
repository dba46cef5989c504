import { openScanModule, pageBytes, type ScanExports } from "./load-module.ts";
import { exactScore, type FineVectors, maxDimensions, toFine } from "./quantize.ts";

/** The scores of all rows of a content, one per row. */
export type ScoreRows = (vectors: FineVectors) => ArrayLike<number>;

/** Returns a function per question. All share one memory, so it must not be used after the next question is set. */
export type FineScores = (query: Float32Array) => ScoreRows;

export function createFineScores(dimensions: number): FineScores {
  return createWasmScores(dimensions) ?? createPlainScores();
}

/** Undefined if WebAssembly has no SIMD or is forbidden, or if rows do not fill whole registers. */
export function createWasmScores(dimensions: number): FineScores | undefined {
  shared ??= { module: openScanModule() };
  if (shared.module === undefined || dimensions % 8 !== 0) return undefined;
  const { memory, fineDots } = shared.module;
  const stride = dimensions * 2;
  const block = Math.floor(pageBytes / stride);
  const [asked, rows] = [new Int16Array(memory.buffer, queryAt, dimensions), new Int16Array(memory.buffer, rowsAt)];
  const sums = new Float32Array(memory.buffer, sumsAt, Math.min(maxSums, block));
  return (query) => {
    const { numbers, scales } = toFine(query, dimensions);
    asked.set(numbers);
    const factor = scales[0] ?? 0;
    return (vectors) => {
      const scores = new Float32Array(vectors.rows);
      for (let first = 0; first < vectors.rows; first += sums.length) {
        const count = Math.min(sums.length, vectors.rows - first);
        rows.set(vectors.numbers.subarray(first * dimensions, (first + count) * dimensions));
        fineDots(queryAt, rowsAt, stride, count, sumsAt);
        for (let row = 0; row < count; row += 1)
          scores[first + row] = (sums[row] ?? 0) * (vectors.scales[first + row] ?? 0) * factor;
      }
      return scores;
    };
  };
}

export function createPlainScores(): FineScores {
  return (query) => (vectors) => Array.from(vectors.scales, (_, row) => exactScore(vectors, row, query));
}

/** Shared by all stores: there may be many, and each already has a memory for its scan. */
let shared: { readonly module: ScanExports | undefined } | undefined;

// The first page holds the question and the sums, the second one the rows.
const queryAt = 0;
const sumsAt = maxDimensions * 2;
const maxSums = (pageBytes - sumsAt) / 4;
const rowsAt = pageBytes;
