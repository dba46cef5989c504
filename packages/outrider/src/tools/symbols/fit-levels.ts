import { showRow } from "./format.ts";
import { softTokens } from "./question.ts";
import type { Row } from "./schema.ts";

export interface FittedRows {
  readonly rows: readonly Row[];
  /** Number of rows that are too deep to be shown. */
  readonly deeper: number;
  /** Number of levels shown. */
  readonly levels: number;
}

/** As many levels as fit, at least the first. */
export async function fitLevels(rows: readonly Row[], budget: number): Promise<FittedRows> {
  const deepest = rows.reduce((most, { level = 0 }) => Math.max(most, level), 0);
  let left = budget;
  for (let level = 0; level <= deepest; level += 1) {
    const text = rows.filter((row) => (row.level ?? 0) === level).map(showRow);
    left -= await softTokens(text.join("\n"), Math.max(left, 0));
    if (left >= 0) continue;
    const kept = rows.filter((row) => (row.level ?? 0) < Math.max(level, 1));
    return { rows: kept, deeper: rows.length - kept.length, levels: Math.max(level, 1) };
  }
  return { rows, deeper: 0, levels: deepest + 1 };
}

/** How many of the first rows fit; at least one. */
export async function countFitting(rows: readonly Row[], budget: number): Promise<number> {
  let left = budget;
  for (const [at, row] of rows.entries()) {
    left -= (await softTokens(showRow(row))) + 1;
    if (left < 0) return Math.max(at, 1);
  }
  return rows.length;
}
