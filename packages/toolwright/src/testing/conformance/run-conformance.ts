import type { AnyTool } from "../../tool/tool.ts";
import { tellingChecks, type TellingCheck } from "./checks.ts";
import type { ConformanceOptions } from "./options.ts";
import type { CheckReport, ConformanceReport } from "./report.ts";
import { ConformanceError } from "./require-outcome.ts";

/** Runs every check, one after the other. Never rejects: what goes wrong is in the report. */
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

async function judge(check: TellingCheck): Promise<CheckReport> {
  const startedAt = performance.now();
  const verdict = await findVerdict(check);
  return { id: check.id, title: check.title, ...verdict, durationMs: Math.round(performance.now() - startedAt) };
}

async function findVerdict(check: TellingCheck): Promise<Pick<CheckReport, "verdict" | "reason">> {
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
