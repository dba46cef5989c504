import { isJsonObject } from "../../tool/schema.ts";
import type { AuditReport } from "./report.ts";

/** Findings that are known, by fingerprint: what is left is new. */
export type Baseline = ReadonlySet<string>;

/** Reads a report that `--json` has written; throws a sentence about what is wrong. */
export function readBaseline(value: unknown): Baseline {
  const findings = isJsonObject(value) ? value["findings"] : undefined;
  if (!Array.isArray(findings)) throw new Error("A baseline is a report of `toolwright audit --json`.");
  const known = findings.filter(isJsonObject).map(({ fingerprint }) => fingerprint);
  return new Set(known.filter((each) => typeof each === "string"));
}

/** The report without what is known. The score stays that of the whole server. */
export function leaveOutKnown(report: AuditReport, baseline: Baseline): AuditReport {
  return { ...report, findings: report.findings.filter(({ fingerprint }) => !baseline.has(fingerprint)) };
}
