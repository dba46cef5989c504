import type { Tree } from "./tree.ts";

export interface Measured {
  readonly [figure: string]: number;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Ten times as many files: how much more of everything. */
export function printGrowth(table: readonly (readonly [Tree, Measured])[]): void {
  console.log("\nHow cost grows with the number of files:");
  for (const name of Object.keys(table[0]?.[1] ?? {})) {
    const row = table.map(([, figures]) => figures[name] ?? Number.NaN);
    const growth = row.slice(1).map((value, at) => `×${(value / (row[at] ?? Number.NaN)).toFixed(1)}`);
    console.log(`  ${name.padEnd(58)} ${growth.join("  ")}`);
  }
}
