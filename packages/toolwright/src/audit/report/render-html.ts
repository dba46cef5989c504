import { rules } from "../rules/index.ts";
import type { AuditReport, ReportedFinding } from "./report.ts";
import { families, severities } from "./severity.ts";

/** The report as one HTML file that loads nothing and runs nothing. */
export function renderHtml(report: AuditReport): string {
  const { server, score, findings, called, cost } = report;
  const title = `${server.name} ${server.version}: ${score} of 100`;
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
<p class="score ${scoreClass(score)}">${score}</p>
<div>
<h1>${escapeHtml(server.name)} <small>${escapeHtml(server.version)}</small></h1>
<p>MCP ${escapeHtml(server.protocolVersion)} · ${server.tools} tools, ${called.length} called · ${describeCounts(findings)}</p>
</div>
</header>
${cost === undefined ? "" : `<p>Tokens: <b>${cost.listTokens}</b> for the list, <b>${cost.instructionTokens}</b> for the instructions.</p>`}
${severities.map((severity) => renderSeverity(severity, findings)).join("\n")}
${renderRest(report)}
</main>
</body>
</html>
`;
}

function renderSeverity(severity: string, all: readonly ReportedFinding[]): string {
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
  return `<h2 class="${severity}">${severity}s</h2>\n${parts.join("\n")}`;
}

function renderRule(id: string, findings: readonly ReportedFinding[], open: boolean): string {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) return "";
  const family = families.find(([letter]) => letter === id[0])?.[1] ?? "";
  return `<details${open ? " open" : ""}>
<summary><code>${id}</code> ${escapeHtml(rule.title)} <span>${findings.length} · ${escapeHtml(family)}</span></summary>
<p>${escapeHtml(rule.why)}</p>
<p><b>What to do.</b> ${escapeHtml(rule.fix)}</p>
<ul>
${findings.map(renderFinding).join("\n")}
</ul>
</details>`;
}

function renderFinding({ message, sent, received }: ReportedFinding): string {
  const quotes = [
    ...(sent === undefined ? [] : [`<dt>sent</dt><dd>${escapeHtml(sent)}</dd>`]),
    ...(received === undefined ? [] : [`<dt>received</dt><dd>${escapeHtml(received)}</dd>`]),
  ];
  return `<li>${escapeHtml(message)}${quotes.length === 0 ? "" : `<dl>${quotes.join("")}</dl>`}</li>`;
}

function renderRest({ passed, notMeasured }: AuditReport): string {
  const missing = notMeasured.map(({ rule, reason }) => `<li><code>${rule}</code> ${escapeHtml(reason)}</li>`);
  return `<h2>The rest</h2>
<p>Passed: ${passed.join(", ") || "none"}.</p>
${missing.length === 0 ? "" : `<p>Not measured:</p>\n<ul>${missing.join("")}</ul>`}`;
}

function describeCounts(findings: readonly ReportedFinding[]): string {
  return severities
    .map((severity) => `${findings.filter((each) => each.severity === severity).length} ${severity}s`)
    .join(", ");
}

/** Where a score is shown in green, yellow or red. */
export function scoreClass(score: number): "good" | "fair" | "poor" {
  return score >= 90 ? "good" : score >= 70 ? "fair" : "poor";
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const style = `
:root { color-scheme: light dark; --line: #8884; --dim: #777; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
header { display: flex; gap: 1.5rem; align-items: center; }
h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; } h1 small { color: var(--dim); font-weight: normal; }
header p { margin: 0; }
.score { font-size: 2rem; font-weight: 700; color: #fff; border-radius: .5rem; padding: .5rem 1rem; }
.good { background: #1a7f37; } .fair { background: #9a6700; } .poor { background: #cf222e; }
h2 { margin: 2rem 0 .5rem; text-transform: capitalize; border-bottom: 2px solid var(--line); }
h2.error { border-color: #cf222e; } h2.warning { border-color: #bf8700; } h2.info { border-color: #0969da; }
details { border-bottom: 1px solid var(--line); padding: .5rem 0; }
summary { cursor: pointer; font-weight: 600; } summary span { color: var(--dim); font-weight: normal; float: right; }
code { font-family: ui-monospace, monospace; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; margin: .25rem 0 .75rem; font: .85rem/1.4 ui-monospace, monospace; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
`;
