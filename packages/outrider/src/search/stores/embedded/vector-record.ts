import type { FineVectors } from "../scan/quantize.ts";

// Dimensions, rows, one factor a row, then the numbers; zeros between, so that all lie as their types want it.
const headBytes = 8;

/** In the byte order of this machine: the file is of use here alone, and says so in its identity. */
export function encodeVectors({ rows, scales, numbers }: FineVectors, dimensions: number): Uint8Array {
  const bytes = new Uint8Array(recordLength(rows, dimensions));
  new Uint32Array(bytes.buffer, 0, 2).set([dimensions, rows]);
  new Float32Array(bytes.buffer, headBytes, rows).set(scales);
  new Int16Array(bytes.buffer, headBytes + 4 * rows, numbers.length).set(numbers);
  return bytes;
}

/** A view, not a copy; undefined for what is no record of this form. */
export function decodeVectors(record: Uint8Array, dimensions: number): FineVectors | undefined {
  if (record.length < headBytes) return undefined;
  const { buffer, byteOffset: at } = record.byteOffset % 4 === 0 ? record : record.slice();
  const [found, rows = 0] = new Uint32Array(buffer, at, 2);
  if (found !== dimensions || record.length !== recordLength(rows, dimensions)) return undefined;
  const scales = new Float32Array(buffer, at + headBytes, rows);
  if (!scales.every(Number.isFinite)) return undefined;
  return { rows, scales, numbers: new Int16Array(buffer, at + headBytes + 4 * rows, rows * dimensions) };
}

function recordLength(rows: number, dimensions: number): number {
  return headBytes + 4 * rows + 2 * rows * dimensions;
}
