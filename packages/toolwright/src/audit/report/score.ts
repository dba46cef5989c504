import type { AuditReport, ReportedFinding } from "./report.ts";

const weights = { error: 10, warning: 3, info: 0.5 } as const;
/** A rule that is broken by every tool weighs this many times as much as by one. */
const mostRepeats = 3;

/**
 * From 100 down. A rule costs its weight once, and up to three times if many tools break it: a server with fifty tools is not
 * worse than one with five because of its size.
 */
export function computeScore(findings: readonly ReportedFinding[], tools: number): number {
  const counts = new Map<string, { readonly weight: number; count: number }>();
  for (const { rule, severity, places = [] } of findings) {
    const key = `${rule} ${severity}`;
    const entry = counts.get(key) ?? { weight: weights[severity], count: 0 };
    entry.count += Math.max(1, new Set(places.map(({ tool }) => tool)).size);
    counts.set(key, entry);
  }
  const cost = [...counts.values()].reduce((sum, { weight, count }) => {
    const share = Math.min(1, (count - 1) / Math.max(1, tools - 1));
    return sum + weight * (1 + (mostRepeats - 1) * share);
  }, 0);
  return Math.max(0, Math.round(100 - cost));
}

/** The score in words, or why there is none. */
export function describeScore({ score, unread, partial }: Pick<AuditReport, "score" | "unread" | "partial">): string {
  if (score !== null) return `${score} of 100`;
  if (unread !== undefined) return `no score, because its tools could not be listed (${unread})`;
  return `no score, because ${partial === undefined ? "the server lists no tools" : "the time was up"}`;
}
