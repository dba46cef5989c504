import type { Severity } from "../rule.ts";
import { rules } from "../rules/index.ts";
import {
  countOf,
  describeCalls,
  describeKnown,
  describePinned,
  describeServer,
  endSentence,
} from "./describe-report.ts";
import { type AuditReport, listQuotes, type ReportedFinding } from "./report.ts";
import { describeScore } from "./score.ts";
import { families, severities } from "./severity.ts";

/** The report as one HTML file that loads nothing and runs nothing. */
export function renderHtml(report: AuditReport): string {
  const { server, score, findings } = report;
  const title = `${describeServer(server)}: ${describeScore(report)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<p class="score ${scoreClass(score)}">${score === null ? "no score" : `${score}<small> of 100</small>`}</p>
<div>
<h1>${escapeHtml(server.name)} <small>${escapeHtml(server.version)}</small></h1>
<p>MCP ${escapeHtml(server.protocolVersion)} · ${describeKnown(report)}${describeCalls(report)}</p>
</div>
</header>
<p class="counts">${severities.map((severity) => renderCount(severity, findings)).join(" ")}</p>
${renderNotes(report)}
${severities.map((severity) => renderSeverity(severity, findings)).join("\n")}
${renderCost(report)}
${renderCoverage(report)}
</main>
</body>
</html>
`;
}

function renderCount(severity: Severity, all: readonly ReportedFinding[]): string {
  const count = all.filter((each) => each.severity === severity).length;
  const words = countOf(count, severity);
  return count === 0 ? `<span>${words}</span>` : `<a class="${severity}" href="#${severity}">${words}</a>`;
}

/** What changes how the findings are to be read. */
function renderNotes(report: AuditReport): string {
  const { score, unread, partial, problems, touched, sharedNames, pinnedTo } = report;
  const notes = [
    ...(partial === undefined ? [] : [partial]),
    ...(score === null ? [`There is ${describeScore(report)}.`] : []),
    ...(touched.length === 0 ? [] : [`The server changed files outside of its place: ${touched.join(", ")}.`]),
    ...problems.filter((problem) => problem !== unread).map(endSentence),
    ...(pinnedTo === undefined ? [] : [describePinned(pinnedTo)]),
    ...(sharedNames.length === 0 ? [] : [`Tools of the same name in the other server: ${sharedNames.join(", ")}.`]),
  ];
  return notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`).join("\n");
}

function renderSeverity(severity: Severity, all: readonly ReportedFinding[]): string {
  const findings = all.filter((each) => each.severity === severity);
  if (findings.length === 0) return "";
  const ids = [...new Set(findings.map(({ rule }) => rule))];
  const parts = ids.map((id) =>
    renderRule(
      id,
      findings.filter(({ rule }) => rule === id),
      severity !== "info",
    ),
  );
  return `<h2 id="${severity}" class="${severity}">${headings[severity]}</h2>\n${parts.join("\n")}`;
}

const headings: Readonly<Record<Severity, string>> = { error: "Errors", warning: "Warnings", info: "Infos" };

function renderRule(id: string, findings: readonly ReportedFinding[], open: boolean): string {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) return "";
  const family = families.find(([letter]) => letter === id[0])?.[1] ?? "";
  const count = findings.length === 1 ? "" : ` · ${findings.length} findings`;
  return `<details${open ? " open" : ""}>
<summary><code>${id}</code> ${escapeHtml(rule.title)} <small>${escapeHtml(family)}${count}</small></summary>
<ul>
${findings.map(renderFinding).join("\n")}
</ul>
<p><b>Why.</b> ${renderWords(rule.why)}</p>
<p><b>What to do.</b> ${renderWords(rule.fix)}</p>
</details>`;
}

function renderFinding(finding: ReportedFinding): string {
  const quotes = listQuotes(finding).map(({ label, text }) => `<dt>${label}</dt><dd>${escapeHtml(text)}</dd>`);
  return `<li>${renderWords(finding.message)}${quotes.length === 0 ? "" : `<dl>${quotes.join("")}</dl>`}</li>`;
}

function renderCost({ cost }: AuditReport): string {
  if (cost === undefined) return "";
  const [most] = cost.answers
    .flatMap(({ tool, tokens }) => tokens.map((each) => ({ tool, each })))
    .toSorted((left, right) => right.each - left.each);
  const rows = [
    ["the list of tools", cost.listTokens],
    ["the instructions", cost.instructionTokens],
    ...(most === undefined ? [] : [[`the largest answer, of ${most.tool}`, most.each] as const]),
  ] as const;
  return `<h2>Tokens that it costs a model</h2>
<table>${rows.map(([name, count]) => `<tr><td>${escapeHtml(name)}</td><td>${count}</td></tr>`).join("")}</table>`;
}

function renderCoverage({ passed, notMeasured, wall }: AuditReport): string {
  const reasons = [...new Set(notMeasured.map(({ reason }) => reason))];
  const missing = reasons.map((reason) => {
    const ids = notMeasured.filter((each) => each.reason === reason).map(({ rule }) => `<code>${rule}</code>`);
    return `<li>${ids.join(", ")}: ${escapeHtml(reason)}</li>`;
  });
  const held = passed.flatMap((id) => rules.filter((rule) => rule.id === id));
  return `<h2>What was looked at</h2>
<details><summary>${passed.length} rules without a finding</summary>
<p>None of these faults was found:</p>
<ul>${held.map(({ id, title }) => `<li><code>${id}</code> ${escapeHtml(title)}</li>`).join("")}</ul></details>
<details><summary>${notMeasured.length} rules that could not be measured</summary><ul>${missing.join("")}</ul></details>
<p>Sandbox: ${escapeHtml(wall)}.</p>`;
}

/** Words of a rule or a finding, with what stands in backticks as code. */
function renderWords(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** Where a score is shown in green, yellow or red. */
export function scoreClass(score: number | null): "good" | "fair" | "poor" | "none" {
  if (score === null) return "none";
  return score >= 90 ? "good" : score >= 70 ? "fair" : "poor";
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

// Texts reach a contrast of 4.5 on their ground, in light and in dark.
const style = `
:root { color-scheme: light dark; --ground: #fff; --text: #1f2328; --dim: #57606a; --line: #d0d7de; --quote: #f6f8fa;
  --error: #cf222e; --warning: #8a5a00; --info: #0969da; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --text: #e6edf3; --dim: #9aa4af; --line: #30363d; --quote: #161b22;
  --error: #ff7b72; --warning: #e3b341; --info: #79b8ff; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
header { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; }
header div { flex: 1 1 14rem; min-width: 0; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; } h1 small, header div p, summary small { color: var(--dim); font-weight: normal; }
header p { margin: 0; }
.score { font-size: 2rem; font-weight: 700; color: #fff; border-radius: .5rem; padding: .5rem 1rem; white-space: nowrap; }
.score small { font-size: 1rem; font-weight: normal; }
.good { background: #1a7f37; } .fair { background: #8a5a00; } .poor { background: #cf222e; } .none { background: #57606a; font-size: 1.25rem; }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: 1.1rem; } .counts span { color: var(--dim); }
.error { color: var(--error); } .warning { color: var(--warning); } .info { color: var(--info); }
.note { border-left: .25rem solid var(--warning); padding: .25rem 0 .25rem .75rem; margin: .75rem 0; }
h2 { margin: 2rem 0 .25rem; padding-bottom: .25rem; font-size: 1.3rem; border-bottom: 2px solid currentColor; }
details { border-bottom: 1px solid var(--line); padding: .6rem 0; }
summary { cursor: pointer; font-weight: 600; } summary small { margin-left: .25rem; }
ul { margin: .5rem 0; padding-left: 1.25rem; } details p { margin: .5rem 0; }
code { font: .9em ui-monospace, monospace; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .75rem; margin: .25rem 0 .75rem; padding: .4rem .6rem; border-radius: .35rem; background: var(--quote); font: .85rem/1.45 ui-monospace, monospace; }
dt { color: var(--dim); } dd { margin: 0; }
table { border-collapse: collapse; } td { padding: .1rem 0; vertical-align: top; } td + td { padding-left: 1.5rem; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
`;
