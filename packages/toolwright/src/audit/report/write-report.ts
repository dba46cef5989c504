import type { AuditRule, Finding, Place } from "../rule.ts";
import type { Seen } from "../seen.ts";
import { createQuote, type Quote } from "./quote.ts";
import { fingerprintOf, type AuditReport, type ReportedFinding } from "./report.ts";
import { computeScore } from "./score.ts";
import { bySeverity } from "./severity.ts";

export interface ReportOptions extends Pick<
  AuditReport,
  "wall" | "called" | "touched" | "fingerprints" | "sharedNames" | "tookMs"
> {
  readonly rules: readonly AuditRule[];
}

/** Asks every chosen rule about what was seen. */
export function writeReport(seen: Seen, { rules, ...about }: ReportOptions): AuditReport {
  const quote = createQuote(seen.canaries);
  const { serverName, serverVersion, protocolVersion, tools, problems, unread } = seen.listing;
  const nothingListed =
    unread === undefined ? (tools.length === 0 ? noTools : undefined) : "The tools of the server could not be listed.";
  const findings: ReportedFinding[] = [];
  const passed: string[] = [];
  const notMeasured: { rule: string; reason: string }[] = [];
  for (const rule of rules) {
    const verdict = rule.examine(seen);
    if (verdict.kind === "passed") {
      if (nothingListed === undefined || !aboutTools.test(rule.id)) passed.push(rule.id);
      else notMeasured.push({ rule: rule.id, reason: nothingListed });
    }
    if (verdict.kind === "not measured") notMeasured.push({ rule: rule.id, reason: verdict.reason });
    if (verdict.kind === "found") findings.push(...verdict.findings.map((finding) => report(rule, finding, quote)));
  }
  return {
    server: { name: quote(serverName), version: quote(serverVersion), protocolVersion, tools: tools.length },
    score: nothingListed === undefined ? computeScore(findings, tools.length) : null,
    ...(unread === undefined ? {} : { unread: quote(unread) }),
    findings: findings.toSorted(bySeverity),
    passed,
    notMeasured,
    cost: seen.cost,
    unseen: seen.unseen,
    problems: problems.map(quote),
    ...about,
  };
}

const noTools = "The server lists no tools.";
/** Rules that a server without tools passes because it has none. */
const aboutTools = /^(?:[EDSAL]|C60[134])/;

function report({ id, severity, title }: AuditRule, finding: Finding, quote: Quote): ReportedFinding {
  const { message, evidence = {}, places } = finding;
  const { sent, received } = evidence;
  return {
    rule: id,
    severity: finding.severity ?? severity,
    title,
    ...quotePlace(finding, quote),
    message: quote(message),
    ...(sent === undefined ? {} : { sent: quote(sent) }),
    ...(received === undefined ? {} : { received: quote(received) }),
    ...(places === undefined ? {} : { places: places.map((place) => quotePlace(place, quote)) }),
    fingerprint: fingerprintOf(id, quotePlace(finding, quote)),
  };
}

function quotePlace({ tool, at }: Place, quote: Quote): Place {
  return { ...(tool === undefined ? {} : { tool: quote(tool) }), ...(at === undefined ? {} : { at: quote(at) }) };
}
