import type { Severity } from "../rule.ts";
import {
  describeCalls,
  describeCounts,
  describeKnown,
  describePinned,
  describeServer,
  endSentence,
  fixOf,
} from "./describe-report.ts";
import { type AuditReport, listQuotes, type ReportedFinding } from "./report.ts";
import { describeScore } from "./score.ts";
import { severities } from "./severity.ts";

/** A line of the page, with how it looks. */
export interface PageLine {
  readonly text: string;
  readonly style?: "bold" | "dim" | "red" | "yellow" | "cyan" | "green";
  /** How far its continuation is set in. */
  readonly indent: number;
}

const colours = { error: "red", warning: "yellow", info: "cyan" } as const;
/** Findings of one rule that are shown; the rest is counted. */
const shownEach = 4;

export interface PageOptions {
  /** Every finding, with infos in full. */
  readonly verbose: boolean;
}

/** The report as a page that a person understands: by severity, and in each by what to mend first. */
export function renderPage(report: AuditReport, { verbose }: PageOptions): readonly PageLine[] {
  const { findings } = report;
  const lines = [
    ...renderHeading(report),
    ...severities.flatMap((severity) => renderSeverity(severity, findings, verbose || severity !== "info")),
    ...renderCost(report),
    ...renderCoverage(report, verbose),
    ...(findings[0] === undefined ? [] : [renderNext(findings[0])]),
  ];
  return lines.map(({ text, ...line }) => ({ ...line, text: text.replace(commandStart, String.raw`$1\::`) }));
}

/** A name of the server may be the start of a line, where logs of CI services obey `::error::` and the like. */
const commandStart = /^(\s*)::/;

function renderNext({ rule }: ReportedFinding): PageLine {
  return { text: `--explain ${rule} tells why it matters and how it was measured.`, style: "dim", indent: 2 };
}

function renderHeading(report: AuditReport): readonly PageLine[] {
  const { server, score, tookMs } = report;
  return [
    ...(report.partial === undefined ? [] : [{ text: report.partial, style: "red", indent: 0 } as const]),
    {
      text: `${describeServer(server)}, MCP ${server.protocolVersion}: ${score === null ? "" : "score "}${describeScore(report)}`,
      style: "bold",
      indent: 0,
    },
    {
      text: `${describeCounts(report)}; ${describeKnown(report)}${describeCalls(report)}; ${(tookMs / 1000).toFixed(0)} s`,
      style: "dim",
      indent: 0,
    },
  ];
}

function renderSeverity(severity: Severity, all: readonly ReportedFinding[], inFull: boolean): readonly PageLine[] {
  const findings = all.filter((each) => each.severity === severity);
  if (findings.length === 0) return [];
  const heading: PageLine = { text: headings[severity], style: colours[severity], indent: 0 };
  const lines = [...groupByRule(findings).values()].flatMap((group) => renderRule(group, inFull));
  const more: PageLine = { text: "  --verbose shows what was seen of each.", style: "dim", indent: 2 };
  return [{ text: "", indent: 0 }, heading, ...lines, ...(inFull ? [] : [more])];
}

function groupByRule(findings: readonly ReportedFinding[]): ReadonlyMap<string, readonly ReportedFinding[]> {
  const groups = new Map<string, ReportedFinding[]>();
  for (const finding of findings) groups.set(finding.rule, [...(groups.get(finding.rule) ?? []), finding]);
  return groups;
}

function renderRule(findings: readonly ReportedFinding[], inFull: boolean): readonly PageLine[] {
  const [first] = findings;
  if (first === undefined) return [];
  const total = findings.length === 1 ? "" : ` (${findings.length})`;
  const where = inFull ? "" : nameTools(findings);
  const title: PageLine = { text: `  ${first.rule}  ${first.title}${total}${where}`, style: "bold", indent: 8 };
  if (!inFull) return [title];
  const fix: PageLine = { text: `      What to do: ${fixOf(first.rule)}`, indent: 6 };
  const shown = findings.slice(0, shownEach).flatMap(renderFinding);
  const rest = findings.length - shownEach;
  return [
    title,
    ...shown,
    ...(rest > 0 ? [{ text: `      and ${rest} more`, style: "dim", indent: 6 } as const] : []),
    fix,
  ];
}

const mostNamed = 4;

/** A short finding says at least where to look. */
function nameTools(findings: readonly ReportedFinding[]): string {
  const named = findings.flatMap(({ tool, places }) => places?.map((place) => place.tool) ?? [tool]);
  const tools = [...new Set(named.filter((tool) => tool !== undefined))];
  if (tools.length === 0) return "";
  const rest = tools.length - mostNamed;
  return `: ${tools.slice(0, mostNamed).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function renderFinding(finding: ReportedFinding): readonly PageLine[] {
  return [
    { text: `      ${finding.message}`, indent: 6 },
    ...listQuotes(finding).map(({ label, text }): PageLine => ({
      text: `        ${`${label}:`.padEnd(10)}${text}`,
      style: "dim",
      indent: 18,
    })),
  ];
}

function renderCost({ cost }: AuditReport): readonly PageLine[] {
  if (cost === undefined) return [];
  const largest = cost.answers.flatMap(({ tool, tokens }) => tokens.map((each) => ({ tool, each })));
  const [most] = largest.toSorted((left, right) => right.each - left.each);
  const answer = most === undefined ? "" : `; the largest answer ${most.each} (${most.tool})`;
  const lost = cost.lostCharacters === 0 ? "" : `; clients that cut lose ${cost.lostCharacters} characters`;
  return [
    { text: "", indent: 0 },
    {
      text: `Tokens: list ${cost.listTokens}, instructions ${cost.instructionTokens}${answer}${lost}.`,
      indent: 0,
    },
  ];
}

function renderCoverage(report: AuditReport, verbose: boolean): readonly PageLine[] {
  const { passed, notMeasured, problems, touched, sharedNames, wall, pinnedTo } = report;
  const reasons = [...new Set(notMeasured.map(({ reason }) => reason))];
  const rules = (reason: string): string =>
    notMeasured
      .filter((each) => each.reason === reason)
      .map(({ rule }) => rule)
      .join(", ");
  return [
    ...problems.map((text): PageLine => ({ text: `Note: ${endSentence(text)}`, indent: 2 })),
    ...(sharedNames.length === 0
      ? []
      : [{ text: `Tools of the same name in the other server: ${sharedNames.join(", ")}.`, indent: 2 }]),
    ...(touched.length === 0
      ? []
      : [
          {
            text: `The server changed files outside of its place: ${touched.join(", ")}.`,
            style: "red",
            indent: 2,
          } as const,
        ]),
    { text: `Passed: ${passed.join(", ") || "none"}.`, style: "dim", indent: 2 },
    ...reasons.map((reason): PageLine => ({
      text: `Not measured: ${rules(reason)}: ${reason}`,
      style: "dim",
      indent: 2,
    })),
    ...(pinnedTo === undefined ? [] : [{ text: describePinned(pinnedTo), indent: 2 }]),
    ...(verbose ? [{ text: `Sandbox: ${wall}.`, style: "dim", indent: 2 } as const] : []),
  ];
}

const headings: Readonly<Record<Severity, string>> = { error: "ERRORS", warning: "WARNINGS", info: "INFOS" };
