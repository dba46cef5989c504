import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collect, makeTree, root, type Tree } from "./tree.ts";

interface Measured {
  readonly [figure: string]: number;
}

export type Show = (name: string, value: number, unit: string) => void;

/** Makes each tree in turn, has it measured, prints the figures, and in the end how they grow. Leaves nothing behind. */
export async function measureTrees(
  { name, from, endings, sizes }: TreesOptions,
  measure: (tree: Tree, show: Show) => Promise<void>,
): Promise<void> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), `outrider-bench-${name}-`)));
  try {
    const sources = collect(
      from === "" ? [join(root, "packages"), join(root, "node_modules")] : from.split(","),
      endings,
    );
    const table: [Tree, Measured][] = [];
    for (const size of sizes.split(",").map(Number)) {
      const tree = makeTree(sources, size, place);
      console.log(`\n${tree.files} files, ${(tree.bytes / 1e6).toFixed(1)} MB`);
      const figures: Record<string, number> = {};
      await measure(tree, (figure, value, unit) => {
        figures[figure] = value;
        console.log(`  ${figure.padEnd(58)} ${value.toFixed(value < 20 ? 2 : 0).padStart(9)} ${unit}`);
      });
      table.push([tree, figures]);
      rmSync(tree.directory, { recursive: true, force: true });
    }
    printGrowth(table);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

export interface TreesOptions {
  readonly name: string;
  /** Directories with commas between; this repository and its packages unless told. */
  readonly from: string;
  readonly endings?: string;
  readonly sizes: string;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Ten times as many files: how much more of everything. */
function printGrowth(table: readonly (readonly [Tree, Measured])[]): void {
  console.log("\nHow cost grows with the number of files:");
  for (const name of Object.keys(table[0]?.[1] ?? {})) {
    const row = table.map(([, figures]) => figures[name] ?? Number.NaN);
    const growth = row.slice(1).map((value, at) => `×${(value / (row[at] ?? Number.NaN)).toFixed(1)}`);
    console.log(`  ${name.padEnd(58)} ${growth.join("  ")}`);
  }
}
