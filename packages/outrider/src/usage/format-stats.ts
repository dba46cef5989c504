import { findSqlite } from "./earlier-databases.ts";
import type { ToolUsage, Usage } from "./read-usage.ts";

const heads = ["tool", "calls", "failed", "p50 ms", "p95 ms", "≈ tokens", "per call", "spilled"];

/** For the terminal: a table, followed by how calls failed. */
export function formatStats(usage: Usage): string {
  const unread = usage.unread.map(describeUnread);
  if (usage.calls === 0) {
    return unread.length === 0 ? "No calls have been recorded yet." : ["No calls can be shown.", ...unread].join("\n");
  }
  const rows = usage.tools.map(rowOf);
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const failures = usage.tools.flatMap(({ tool, errors }) =>
    errors.map(({ outcome, calls }) => `  ${tool}: ${outcome}, ${calls}`),
  );
  return [
    `${countOf(usage.calls, "call")} in ${countOf(usage.sessions, "session")}, ${usage.first?.slice(0, 10)} to ${usage.last?.slice(0, 10)}`,
    "",
    ...[heads, ...rows].map((row) => renderRow(row, widths)),
    ...(failures.length === 0 ? [] : ["", "Failures", ...failures]),
    ...(usage.lost === 0 ? [] : ["", `${countOf(usage.lost, "further call")} could not be recorded.`]),
    ...(unread.length === 0 ? [] : ["", ...unread]),
  ].join("\n");
}

function rowOf({ tool, calls, errors, p50Ms, p95Ms, tokens, spilled }: ToolUsage): readonly string[] {
  const failed = errors.reduce((sum, error) => sum + error.calls, 0);
  const share = failed === 0 ? "" : ` (${((failed / calls) * 100).toFixed(1)} %)`;
  return [
    tool,
    `${calls}`,
    `${failed}${share}`,
    p50Ms.toFixed(0),
    p95Ms.toFixed(0),
    `${tokens}`,
    (tokens / calls).toFixed(0),
    `${spilled}`,
  ];
}

/** Names left-aligned, numbers right-aligned. */
function renderRow(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  );
  return cells.join("  ").trimEnd();
}

/** The number of its calls is unknown here; that it exists is not. */
function describeUnread(file: string): string {
  const about = `Not counted: the calls in ${file}, recorded by an earlier version;`;
  if (findSqlite() !== undefined) return `${about} it is damaged or in use.`;
  return `${about} ${process.version} cannot read it. Run this command with Node 22.13 or later to see all of them.`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
