import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { fingerprintOf, type AuditReport, type ReportedFinding } from "./report.ts";

/** What is known, as fingerprints of findings and of each of their places: what is left is new. */
export type Baseline = ReadonlySet<string>;

/** Reads a report that `--json` has written; throws a sentence about what is wrong. */
export function readBaseline(value: unknown): Baseline {
  const findings = isJsonObject(value) ? value["findings"] : undefined;
  if (!Array.isArray(findings)) throw new Error("A baseline is a report of `toolwright audit --json`.");
  return new Set(findings.filter(isJsonObject).flatMap(listFingerprints));
}

/** The report without what is known. A new place of a known cause is new. The score stays that of the whole server. */
export function leaveOutKnown(report: AuditReport, baseline: Baseline): AuditReport {
  const isKnown = ({ rule, fingerprint, places }: ReportedFinding): boolean =>
    places?.every((place) => baseline.has(fingerprintOf(rule, place))) ?? baseline.has(fingerprint);
  return { ...report, findings: report.findings.filter((finding) => !isKnown(finding)) };
}

function listFingerprints({ rule, fingerprint, places }: JsonObject): readonly string[] {
  const own = typeof fingerprint === "string" ? [fingerprint] : [];
  if (typeof rule !== "string" || !Array.isArray(places)) return own;
  const each = places.filter(isJsonObject).map(({ tool, at }) =>
    fingerprintOf(rule, {
      ...(typeof tool === "string" ? { tool } : {}),
      ...(typeof at === "string" ? { at } : {}),
    }),
  );
  return [...own, ...each];
}
