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
