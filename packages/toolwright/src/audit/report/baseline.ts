import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { Severity } from "../rule.ts";
import { fingerprintOf, type AuditReport, type ReportedFinding } from "./report.ts";
import { severities } from "./severity.ts";

/** What is known: fingerprints of findings and of each of their places, with the worst severity of each. */
export type Baseline = ReadonlyMap<string, Severity>;

/** Reads a report that `--json` has written; throws a sentence about what is wrong. */
export function readBaseline(value: unknown): Baseline {
  const findings = isJsonObject(value) ? value["findings"] : undefined;
  if (!Array.isArray(findings)) throw new Error("A baseline is a report of `toolwright audit --json`.");
  const known = new Map<string, Severity>();
  for (const finding of findings.filter(isJsonObject)) {
    const severity = severities.find((each) => each === finding["severity"]);
    for (const fingerprint of severity === undefined ? [] : listFingerprints(finding)) {
      const other = known.get(fingerprint);
      if (severity !== undefined && (other === undefined || isWorse(severity, other))) known.set(fingerprint, severity);
    }
  }
  return known;
}

/** The report without what is known. A new place of a known cause is new, and so is what got worse. The score stays that of the whole server. */
export function leaveOutKnown(report: AuditReport, baseline: Baseline): AuditReport {
  const isKnown = ({ rule, severity, fingerprint, places }: ReportedFinding): boolean =>
    (places?.map((place) => fingerprintOf(rule, place)) ?? [fingerprint]).every((each) => {
      const before = baseline.get(each);
      return before !== undefined && !isWorse(severity, before);
    });
  const findings = report.findings.filter((finding) => !isKnown(finding));
  return { ...report, findings, known: report.findings.length - findings.length };
}

function isWorse(severity: Severity, than: Severity): boolean {
  return severities.indexOf(severity) < severities.indexOf(than);
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
