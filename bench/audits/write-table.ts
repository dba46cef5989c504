import type { AuditReport, ReportedFinding } from "toolwright/audit";
import type { PublicServer } from "./servers.ts";

export interface AuditedServer {
  readonly server: PublicServer;
  readonly runs: readonly (AuditReport | { readonly failure: string })[];
}

/** What could be misused is told to the author of the server; here it is only counted. */
const confidential = /^(?:E103|A403|X\d+)$/;
/** What an author cannot see by reading the list of tools. */
const behaviour = /^[EARSP]/;
const shownPerServer = 6;

/** The document: what both runs found, and nothing that only one of them did. */
export function writeTable(audited: readonly AuditedServer[]): string {
  const sections = audited.map((each) => ({
    ...each,
    reports: each.runs.flatMap((run) => ("failure" in run ? [] : [run])),
  }));
  return [
    introduction,
    "| server | version | tools | tokens of the list | score | errors | warnings | notes | security |",
    "|---|---|---|---|---|---|---|---|---|",
    ...sections.map(({ server, reports, runs }) => row(server, reports, runs)),
    "",
    "## What may surprise",
    "",
    ...sections.flatMap(({ server, reports }) => section(server, reports)),
  ].join("\n");
}

const introduction = `# Audits of public servers

<!-- Written by \`npm run bench:audits\`. -->
What \`toolwright audit\` says about servers that install from npm or PyPI without an account. Each was audited twice, in the version
named here, and what only one run found was left out. A finding is what a rule saw, with the reason in \`toolwright audit --explain RULE\`; it
is no judgement of a server's worth. Only tools that say that they only read were called, and those that their documentation says so
of. There was no sandbox, no internet and no browser; failures for lack of them are not counted where the rules can tell. Start times (R507) are left out: they say as
much about the machine. Servers change: a newer version may have none of this.

Security findings (E103, A403, X8xx) appear as a number only. Details belong to the authors.
`;

function row(server: PublicServer, reports: readonly AuditReport[], runs: AuditedServer["runs"]): string {
  const [report] = reports;
  const name = `${server.name} (${server.ecosystem})`;
  if (report === undefined) {
    const [run] = runs;
    return `| ${name} | ${server.version} | could not be audited: ${cell(run !== undefined && "failure" in run ? run.failure : "")} | | | | | | |`;
  }
  const both = foundInAll(reports);
  const secret = both.filter(({ rule }) => confidential.test(rule));
  const open = both.filter(({ rule }) => !confidential.test(rule));
  const count = (severity: string): number => open.filter((finding) => finding.severity === severity).length;
  const numbers = [report.server.tools, report.cost?.listTokens ?? "", report.score ?? "none"];
  const counts = [count("error"), count("warning"), count("info"), secret.length];
  return `| ${[name, server.version, ...numbers, ...counts].join(" | ")} |`;
}

function section(server: PublicServer, reports: readonly AuditReport[]): readonly string[] {
  const worth = foundInAll(reports)
    .filter(({ rule, severity }) => !confidential.test(rule) && severity !== "info" && behaviour.test(rule))
    .toSorted((a, b) => weigh(a) - weigh(b));
  if (worth.length === 0) return [];
  // One line a rule: the same fault of twenty tools is one piece of news.
  const lines = [...new Set(worth.map(({ rule }) => rule))].map((rule) =>
    line(worth.filter((each) => each.rule === rule)),
  );
  return [`### ${server.name} ${server.version}`, "", ...lines.slice(0, shownPerServer), ""];
}

function line([first, ...others]: readonly ReportedFinding[]): string {
  if (first === undefined) return "";
  const places = others.length === 1 ? "place" : "places";
  const more = others.length === 0 ? "" : ` The same in ${others.length} more ${places}.`;
  return `- **${first.rule}**, ${first.severity}: ${cell(first.message)}${more}`;
}

function foundInAll([first, ...others]: readonly AuditReport[]): readonly ReportedFinding[] {
  const isIn = (report: AuditReport, { fingerprint }: ReportedFinding): boolean =>
    report.findings.some((finding) => finding.fingerprint === fingerprint);
  return (first?.findings ?? []).filter((finding) => others.every((other) => isIn(other, finding)));
}

function weigh({ severity, rule }: ReportedFinding): number {
  return (severity === "error" ? 0 : 100) + "RESPA".indexOf(rule[0] ?? "");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").slice(0, 300);
}
