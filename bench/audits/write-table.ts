import type { AuditReport, ReportedFinding } from "toolwright/audit";
import type { PublicServer } from "./public-server.ts";

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
  const sections = audited.map((each) => ({ ...each, reports: readReports(each) }));
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
is no judgement of a server's worth: many of these choices have good reasons that a list does not show. Only tools that say that they only
read were called, and those of which their documentation says so. The internet and a browser were out of reach; failures for lack of them are
not counted where the rules can tell. Start times (R507) are left out: they say as much about the machine. Servers change: a newer version
may have none of this.

Security findings (E103, A403, X8xx) appear as a number only. Details belong to the authors.
`;

/** The reports of all runs; none if a run has none, because what one run shows is not written down. */
export function readReports({ runs }: AuditedServer): readonly AuditReport[] {
  const reports = runs.flatMap((run) => ("failure" in run ? [] : [run]));
  return reports.length === runs.length ? reports : [];
}

export function describeScores(reports: readonly AuditReport[]): string {
  return [...new Set(reports.map(({ score }) => String(score ?? "none")))].join("–");
}

function row(server: PublicServer, reports: readonly AuditReport[], runs: AuditedServer["runs"]): string {
  const [report] = reports;
  const name = `${server.name} (${server.ecosystem})`;
  if (report === undefined) {
    const [failure = ""] = runs.flatMap((run) => ("failure" in run ? [run.failure] : []));
    return `| ${name} | ${server.version} | could not be audited: ${cell(failure)} | | | | | | |`;
  }
  const both = foundInAll(reports);
  const secret = both.filter(({ rule }) => confidential.test(rule));
  const open = both.filter(({ rule }) => !confidential.test(rule));
  const count = (severity: string): number => open.filter((finding) => finding.severity === severity).length;
  const numbers = [report.server.tools, report.cost?.listTokens ?? "", describeScores(reports)];
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
  // The message names places that another run may not have seen.
  const [message = ""] = first.message.split(" The same in ");
  const count = [first, ...others].reduce((sum, { places = [first] }) => sum + places.length, 0) - 1;
  const more = count === 0 ? "" : ` The same in ${count} more ${count === 1 ? "place" : "places"}.`;
  return `- **${first.rule}**, ${first.severity}: ${cell(message)}${more}`;
}

/** What every report has, with the places that every report has. */
export function foundInAll([first, ...others]: readonly AuditReport[]): readonly ReportedFinding[] {
  return (first?.findings ?? []).flatMap((finding) => {
    const twins = others.map(({ findings }) =>
      findings.find(
        ({ fingerprint, severity }) => fingerprint === finding.fingerprint && severity === finding.severity,
      ),
    );
    const isIn = (twin: ReportedFinding | undefined, { tool, at }: Place): boolean =>
      twin?.places?.some((place) => place.tool === tool && place.at === at) === true;
    if (twins.includes(undefined)) return [];
    if (finding.places === undefined) return [finding];
    return [{ ...finding, places: finding.places.filter((place) => twins.every((twin) => isIn(twin, place))) }];
  });
}

type Place = Pick<ReportedFinding, "tool" | "at">;

/** Errors first, then the order in which mending helps most. */
function weigh({ severity, rule }: ReportedFinding): number {
  return (severity === "error" ? 0 : 100) + "RESPA".indexOf(rule[0] ?? "");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").slice(0, 300);
}
