import type { Severity } from "../rule.ts";
import { rules } from "../rules/index.ts";
import { endSentence } from "./describe-report.ts";
import { type AuditReport, listQuotes, type ReportedFinding } from "./report.ts";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** The report in SARIF 2.1.0, which code hosts show beside a change. `artifact` is the file that they show it at. */
export function renderSarif(report: AuditReport, artifact: string): string {
  const uri = artifact.split(/[\\/]/).map(encodeURIComponent).join("/");
  const named = rules.filter(({ id }) => report.findings.some(({ rule }) => rule === id));
  const sarif = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "toolwright-audit",
            rules: named.map(({ id, severity, title, why, fix, measured }) => ({
              id,
              shortDescription: { text: `${title}.` },
              fullDescription: { text: why },
              help: { text: `${fix} Measured: ${measured}` },
              defaultConfiguration: { level: levels[severity] },
            })),
          },
        },
        invocations: [renderInvocation(report)],
        results: report.findings.map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: named.findIndex(({ id }) => id === finding.rule),
          level: levels[finding.severity],
          message: { text: describeFinding(finding) },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } },
              logicalLocations: [{ name: finding.tool ?? report.server.name, kind: "function" }],
            },
          ],
          partialFingerprints: { "toolwrightAudit/v1": finding.fingerprint },
        })),
      },
    ],
  };
  return JSON.stringify(sarif, undefined, 2);
}

/** Without a list or in too little time there are few findings, which must not look like a good server. */
function renderInvocation({ unread, partial }: AuditReport): object {
  const unlisted = "The tools of the server could not be listed, so that hardly a rule could be measured";
  const text = unread === undefined ? partial : endSentence(`${unlisted}: ${breakLinks(unread)}`);
  if (text === undefined) return { executionSuccessful: true };
  return { executionSuccessful: false, toolExecutionNotifications: [{ level: "error", message: { text } }] };
}

function describeFinding(finding: ReportedFinding): string {
  const quotes = listQuotes(finding).map(({ label, text }) => `${label[0]?.toUpperCase()}${label.slice(1)}: ${text}`);
  return [finding.message, ...quotes].map(breakLinks).join("\n");
}

/** In a message, `[text](target)` is a link: words of a server must not be one. */
function breakLinks(text: string): string {
  return text.replaceAll("](", "] (");
}
