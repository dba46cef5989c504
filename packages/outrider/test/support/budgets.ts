import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { repositoryRoot } from "./outrider-process.ts";

const budgets = readBudgets(readFileSync(join(repositoryRoot, "docs", "budgets.md"), "utf8"));

/** Fails above the budget, and tells what was measured in any case. */
export function expectWithin(what: string, measured: number): void {
  const budget = budgets.get(what);
  console.log(`budget: ${what}: ${measured.toFixed(2)} of ${budget}`);
  expect(measured, what).toBeLessThanOrEqual(budget ?? 0);
}

function readBudgets(page: string): ReadonlyMap<string, number> {
  const rows = page.matchAll(/^\| ([^|]+) \| ([\d.]+) \|/gm);
  return new Map(Array.from(rows, ([, what = "", budget]) => [what, Number(budget)]));
}
