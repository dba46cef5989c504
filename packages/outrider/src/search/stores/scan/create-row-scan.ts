import { createPlainScan } from "./plain-scan.ts";
import type { RowScan } from "./row-scan.ts";
import { createWasmScan } from "./wasm-scan.ts";

export function createRowScan(dimensions: number): RowScan {
  return createWasmScan(dimensions) ?? createPlainScan(dimensions);
}
