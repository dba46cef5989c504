import { blockRows, grownRows, type RowScan } from "./row-scan.ts";

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
