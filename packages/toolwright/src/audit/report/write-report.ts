import { timeIsUp } from "../audit-errors.ts";
import type { AuditRule, Finding, Place } from "../rule.ts";
import type { Cost, Seen } from "../seen.ts";
import type { Quote } from "./quote.ts";
import { fingerprintOf, type AuditReport, type ReportedFinding } from "./report.ts";
import { computeScore } from "./score.ts";
import { bySeverity } from "./severity.ts";

export interface ReportOptions extends Pick<
  AuditReport,
  "wall" | "called" | "worked" | "touched" | "pins" | "sharedNames" | "tookMs"
> {
  readonly rules: readonly AuditRule[];
  readonly quote: Quote;
}

/** Asks every chosen rule about what was seen. Whatever the server said is quoted, reasons and names included. */
export function writeReport(seen: Seen, { rules, quote, ...about }: ReportOptions): AuditReport {
  const { serverName, serverVersion, protocolVersion, tools, problems, unread } = seen.listing;
  const nothingListed =
    unread === undefined ? (tools.length === 0 ? noTools : undefined) : "The tools of the server could not be listed.";
  const findings: ReportedFinding[] = [];
  const passed: string[] = [];
  const notMeasured: { rule: string; reason: string }[] = [];
  for (const rule of rules) {
    const verdict = rule.examine(seen);
    const isCut = rule.needs.some((probe) => seen.unseen[probe] === timeIsUp);
    if (isCut && verdict.kind !== "found") notMeasured.push({ rule: rule.id, reason: timeIsUp });
    else if (verdict.kind === "passed") {
      if (nothingListed === undefined || !aboutTools.test(rule.id)) passed.push(rule.id);
      else notMeasured.push({ rule: rule.id, reason: nothingListed });
    } else if (verdict.kind === "not measured")
      notMeasured.push({ rule: rule.id, reason: quote(verdict.reason, longestReason) });
    if (verdict.kind === "found") findings.push(...verdict.findings.map((finding) => report(rule, finding, quote)));
  }
  const cut = notMeasured.filter(({ reason }) => reason === timeIsUp).length;
  return {
    server: {
      name: quote(serverName),
      version: quote(serverVersion),
      protocolVersion: quote(protocolVersion),
      tools: tools.length,
    },
    score: nothingListed === undefined && cut === 0 ? computeScore(findings, tools.length) : null,
    ...(unread === undefined ? {} : { unread: quote(unread) }),
    ...(cut === 0 ? {} : { partial: describeCut(about.tookMs, cut) }),
    findings: findings.toSorted(bySeverity),
    passed,
    notMeasured,
    cost: seen.cost === undefined ? undefined : quoteCost(seen.cost, quote),
    unseen: Object.fromEntries(Object.entries(seen.unseen).map(([probe, why]) => [probe, quote(why, longestReason)])),
    problems: problems.map((problem) => quote(problem)),
    ...about,
    called: about.called.map((tool) => quote(tool)),
    worked: about.worked.map((tool) => quote(tool)),
    sharedNames: about.sharedNames.map((tool) => quote(tool)),
    touched: about.touched.map((path) => quote(path)),
  };
}

function describeCut(tookMs: number, rules: number): string {
  const missing = rules === 1 ? "1 rule was" : `${rules} rules were`;
  return `Partial: the time was up after ${(tookMs / 1000).toFixed(0)} s; ${missing} not measured. --timeout gives an audit more.`;
}

/** What a server wrote before it ended often tells why. */
const longestReason = 800;

function quoteCost({ tools, answers, ...sums }: Cost, quote: Quote): Cost {
  return {
    ...sums,
    tools: tools.map((each) => ({ ...each, tool: quote(each.tool) })),
    answers: answers.map((each) => ({ ...each, tool: quote(each.tool) })),
  };
}

const noTools = "The server lists no tools.";
/** Rules that a server without tools passes because it has none. */
const aboutTools = /^(?:[EDSAL]|C60[134])/;

function report({ id, severity, title }: AuditRule, finding: Finding, quote: Quote): ReportedFinding {
  const { message, evidence = {}, places } = finding;
  const { sent, received, labels } = evidence;
  return {
    rule: id,
    severity: finding.severity ?? severity,
    title,
    ...quotePlace(finding, quote),
    message: quote(message),
    ...(sent === undefined ? {} : { sent: quote(sent) }),
    ...(received === undefined ? {} : { received: quote(received) }),
    ...(labels === undefined ? {} : { labels }),
    ...(places === undefined ? {} : { places: places.map((place) => quotePlace(place, quote)) }),
    fingerprint: fingerprintOf(id, quotePlace(finding, quote)),
  };
}

function quotePlace({ tool, at }: Place, quote: Quote): Place {
  return { ...(tool === undefined ? {} : { tool: quote(tool) }), ...(at === undefined ? {} : { at: quote(at) }) };
}
