/** What became of one check. */
export interface CheckReport {
  readonly id: string;
  readonly title: string;
  readonly verdict: "passed" | "failed" | "not applicable";
  /** Why it failed or did not apply. */
  readonly reason?: string;
  readonly durationMs: number;
}

export interface ConformanceReport {
  readonly tool: string;
  /** True when nothing failed. */
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly notApplicable: number;
  readonly checks: readonly CheckReport[];
}

const marks = { passed: "✓", failed: "✗", "not applicable": "–" } as const;

/** The report for people: a line for each check, the reasons of failures below theirs, the count last. */
export function formatReport(report: ConformanceReport): string {
  const { tool, passed, failed, notApplicable, checks } = report;
  const width = Math.max(0, ...checks.map((check) => check.id.length));
  const skipped = notApplicable === 0 ? "" : `, ${notApplicable} not applicable`;
  return [
    tool,
    ...checks.map((check) => formatCheck(check, width)),
    `${passed} passed, ${failed} failed${skipped}`,
  ].join("\n");
}

function formatCheck({ id, title, verdict, reason = "" }: CheckReport, width: number): string {
  const line = `  ${marks[verdict]} ${id.padEnd(width)}  ${title}`;
  if (verdict === "failed") return [line, ...reason.split("\n").map((part) => `      ${part}`)].join("\n");
  return verdict === "not applicable" ? `${line} (not applicable: ${reason})` : line;
}
