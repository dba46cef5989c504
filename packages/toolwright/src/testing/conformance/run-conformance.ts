import type { AnyTool } from "../../tool/tool.ts";
import { tellingChecks, type ReportingCheck } from "./checks.ts";
import type { ConformanceOptions } from "./options.ts";
import { ConformanceError } from "./require-outcome.ts";

/** Runs every check, one after the other. Never rejects: failures are in the report. */
export async function runConformance(tool: AnyTool, options: ConformanceOptions = {}): Promise<ConformanceReport> {
  const checks: CheckReport[] = [];
  for (const check of tellingChecks(tool, options)) checks.push(await judge(check));
  const count = (verdict: CheckReport["verdict"]): number => checks.filter((check) => check.verdict === verdict).length;
  const failed = count("failed");
  return {
    tool: tool.name,
    ok: failed === 0,
    passed: count("passed"),
    failed,
    notApplicable: count("not applicable"),
    checks,
  };
}

async function judge(check: ReportingCheck): Promise<CheckReport> {
  const startedAt = performance.now();
  const verdict = await findVerdict(check);
  return { id: check.id, title: check.title, ...verdict, durationMs: Math.round(performance.now() - startedAt) };
}

async function findVerdict(check: ReportingCheck): Promise<Pick<CheckReport, "verdict" | "reason">> {
  try {
    const reason = await check.examine();
    return reason === undefined ? { verdict: "passed" } : { verdict: "not applicable", reason };
  } catch (error) {
    return { verdict: "failed", reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ConformanceError) return error.message;
  return `The check itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** The result of one check. */
export interface CheckReport {
  readonly id: string;
  readonly title: string;
  readonly verdict: "passed" | "failed" | "not applicable";
  /** Why it failed or did not apply. */
  readonly reason?: string;
  readonly durationMs: number;
}

/** The results of all checks of one tool. */
export interface ConformanceReport {
  readonly tool: string;
  /** True if nothing failed. */
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
