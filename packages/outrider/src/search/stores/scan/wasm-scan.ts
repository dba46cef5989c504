import { ToolError } from "toolwright";
import { openScanModule, pageBytes } from "./load-module.ts";
import { maxDimensions } from "./quantize.ts";
import { blockRows, grownRows, type RowScan } from "./row-scan.ts";

/** Undefined if WebAssembly has no SIMD or is forbidden. */
export function createWasmScan(dimensions: number): RowScan | undefined {
  const module = openScanModule();
  if (module === undefined) return undefined;
  const { memory, dots } = module;
  const stride = Math.ceil(dimensions / 16) * 16;
  let capacity = 0;

  function reserve(rows: number): void {
    if (rows <= capacity) return;
    const wanted = grownRows(capacity, rows);
    const pages = Math.ceil((rowsAt + wanted * stride - memory.buffer.byteLength) / pageBytes);
    try {
      if (pages > 0) memory.grow(pages);
    } catch {
      throw tooManyError(capacity, stride);
    }
    capacity = wanted;
  }

  return {
    kind: "wasm-simd",
    get bytes() {
      return memory.buffer.byteLength;
    },
    row(index) {
      reserve(index + 1);
      return new Int8Array(memory.buffer, rowsAt + index * stride, dimensions);
    },
    scan(query, rows, visit) {
      reserve(rows);
      const padded = new Int16Array(memory.buffer, queryAt, stride);
      padded.fill(0).set(query);
      const sums = new Int32Array(memory.buffer, sumsAt, blockRows);
      for (let first = 0; first < rows; first += blockRows) {
        const count = Math.min(blockRows, rows - first);
        dots(queryAt, rowsAt + first * stride, stride, count, sumsAt);
        visit(first, count, sums);
      }
    },
  };
}

const queryAt = 0;
const sumsAt = maxDimensions * 2;
const rowsAt = 2 * pageBytes;

function tooManyError(rows: number, stride: number): ToolError {
  return new ToolError(
    "too_many_vectors",
    `There is no memory for more than ${rows} vectors of ${stride} bytes. Leave directories out of the index, use a model with fewer dimensions, or keep the vectors in PostgreSQL.`,
  );
}
