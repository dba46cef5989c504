/**
 * Unit vectors as small integers, each row with the factor that restores its numbers. Sixteen bits are stored and used for
 * scores: these differ by some millionths from those of 32-bit floats, at half the size, which 16-bit floats would not
 * achieve. Eight bits are used for the scan.
 */
export interface FineVectors {
  readonly rows: number;
  /** One per row. */
  readonly scales: Float32Array;
  /** Row by row. */
  readonly numbers: Int16Array;
}

const maxFine = 32_767;
const maxCoarse = 127;
/** 128 × 2,047 × 8,192 is just below the largest 32-bit sum. */
const maxInQuery = 2047;
export const maxDimensions = 8192;

export function toFine(vectors: Float32Array, dimensions: number): FineVectors {
  const rows = vectors.length / dimensions;
  const scales = new Float32Array(rows);
  const numbers = new Int16Array(vectors.length);
  for (let row = 0; row < rows; row += 1) {
    const start = row * dimensions;
    const scale = Math.fround(largest(vectors, start, start + dimensions) / maxFine);
    scales[row] = scale;
    if (scale > 0) fill(numbers, vectors, start, start + dimensions, scale);
  }
  return { rows, scales, numbers };
}

/** Writes a row for the scan; returns the factor for its sums. */
export function toCoarse(fine: FineVectors, row: number, to: Int8Array, dimensions: number): number {
  const start = row * dimensions;
  for (let at = 0; at < dimensions; at += 1) {
    // The upper byte, rounded.
    const number = ((fine.numbers[start + at] ?? 0) + 128) >> 8;
    to[at] = number > maxCoarse ? maxCoarse : number;
  }
  return (fine.scales[row] ?? 0) * 256;
}

/** The query for the scan. The sums only matter relative to each other, so its own factor is only returned as `scale`. */
export function toScanQuery(query: Float32Array): { readonly numbers: Int16Array; readonly scale: number } {
  const scale = largest(query, 0, query.length) / maxInQuery;
  const numbers = new Int16Array(query.length);
  if (scale > 0) fill(numbers, query, 0, query.length, scale);
  return { numbers, scale };
}

export function exactScore(fine: FineVectors, row: number, query: Float32Array): number {
  const { numbers } = fine;
  const start = row * query.length;
  // Four independent sums: a single one would have to wait for itself at every step.
  let [one, two, three, four] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 4 <= query.length; at += 4) {
    one += (numbers[start + at] ?? 0) * (query[at] ?? 0);
    two += (numbers[start + at + 1] ?? 0) * (query[at + 1] ?? 0);
    three += (numbers[start + at + 2] ?? 0) * (query[at + 2] ?? 0);
    four += (numbers[start + at + 3] ?? 0) * (query[at + 3] ?? 0);
  }
  for (; at < query.length; at += 1) one += (numbers[start + at] ?? 0) * (query[at] ?? 0);
  return (one + two + three + four) * (fine.scales[row] ?? 0);
}

function fill(numbers: Int16Array, from: Float32Array, start: number, end: number, scale: number): void {
  for (let at = start; at < end; at += 1) {
    const number = Math.round((from[at] ?? 0) / scale);
    // The factor is rounded, so the largest number may slightly exceed the range.
    numbers[at] = number > maxFine ? maxFine : number < -maxFine ? -maxFine : number;
  }
}

function largest(numbers: Float32Array, start: number, end: number): number {
  let most = 0;
  for (let at = start; at < end; at += 1) most = Math.max(most, Math.abs(numbers[at] ?? 0));
  return most;
}
