/** The sums of one query with the rows of a block; valid until the next block. */
export type VisitSums = (firstRow: number, count: number, sums: Int32Array) => void;

/** Rows of 8-bit numbers in contiguous memory, and their dot products with a query. */
export interface RowScan {
  readonly kind: "wasm-simd" | "javascript";
  /** The size of the rows in bytes, including free space. */
  readonly bytes: number;
  /** The memory of a row; must be filled before anything else is called. */
  row(index: number): Int8Array;
  scan(query: Int16Array, rows: number, visit: VisitSums): void;
}

/** How many sums are computed before they are used: few enough to be still in the processor's cache. */
export const blockRows = 8192;

/** Space for at least `wanted` rows, growing by a quarter, since moving costs as much as everything present. */
export function grownRows(present: number, wanted: number): number {
  return Math.ceil(Math.max(wanted, present * 1.25, 1024) / 4) * 4;
}

/** The same in JavaScript, if WebAssembly has no SIMD or is forbidden; several times slower. */
export function createPlainScan(dimensions: number): RowScan {
  const sums = new Int32Array(blockRows);
  let numbers = new Int8Array(0);

  function sumOf(query: Int16Array, row: number): number {
    const start = row * dimensions;
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += (numbers[start + at] ?? 0) * (query[at] ?? 0);
    return sum;
  }

  return {
    kind: "javascript",
    get bytes() {
      return numbers.length;
    },
    row(index) {
      if ((index + 1) * dimensions > numbers.length) {
        const grown = new Int8Array(grownRows(numbers.length / dimensions, index + 1) * dimensions);
        grown.set(numbers);
        numbers = grown;
      }
      return numbers.subarray(index * dimensions, (index + 1) * dimensions);
    },
    scan(query, rows, visit) {
      for (let first = 0; first < rows; first += blockRows) {
        const count = Math.min(blockRows, rows - first);
        for (let each = 0; each < count; each += 1) sums[each] = sumOf(query, first + each);
        visit(first, count, sums);
      }
    },
  };
}
