/** Sums of one query with the rows of a block; they are there until the next block. */
export type VisitSums = (firstRow: number, count: number, sums: Int32Array) => void;

/** Rows of 8-bit numbers in one piece of memory, and their dot products with a query. */
export interface RowScan {
  readonly kind: "wasm-simd" | "javascript";
  /** How many bytes the rows take, free room included. */
  readonly bytes: number;
  /** Where a row's numbers belong; to be filled before anything else is asked. */
  row(index: number): Int8Array;
  scan(query: Int16Array, rows: number, visit: VisitSums): void;
}

/** How many rows' sums are made before they are looked at: few enough to be still in the processor's cache. */
export const blockRows = 8192;

/** Room for at least so many rows: a quarter more than there is, since moving costs as much as all that is there. */
export function grownRows(present: number, wanted: number): number {
  return Math.ceil(Math.max(wanted, present * 1.25, 1024) / 4) * 4;
}

/** The same in JavaScript, where WebAssembly has no SIMD or is forbidden; several times slower. */
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
