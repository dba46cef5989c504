import {
  describeCalls,
  describeCounts,
  describeKnown,
  describePinned,
  describeServer,
  fixOf,
} from "./describe-report.ts";
import type { AuditReport, ReportedFinding } from "./report.ts";
import { describeScore } from "./score.ts";
import { severities } from "./severity.ts";

/** The report as Markdown, for a pull request or a file. */
export function renderMarkdown(report: AuditReport): string {
  const { server, findings, cost, notMeasured, partial, pinnedTo } = report;
  return [
    `# ${escapeMarkdown(`${describeServer(server)}: ${describeScore(report)}`)}`,
    "",
    ...(partial === undefined ? [] : [`**${partial}**`, ""]),
    `MCP ${escapeMarkdown(server.protocolVersion)}; ${describeCounts(report)}; ${describeKnown(report)}${describeCalls(report)}.`,
    ...severities.flatMap((severity) => {
      const own = findings.filter((each) => each.severity === severity);
      if (own.length === 0) return [];
      const table = ["| rule | tool | finding |", "|---|---|---|", ...own.map(renderRow)];
      return ["", `## ${headings[severity]}`, "", ...table, "", ...listFixes(own)];
    }),
    ...(cost === undefined
      ? []
      : ["", `Tokens: ${cost.listTokens} for the list, ${cost.instructionTokens} for the instructions.`]),
    ...(pinnedTo === undefined ? [] : ["", escapeMarkdown(describePinned(pinnedTo))]),
    ...(notMeasured.length === 0 ? [] : ["", `Not measured: ${notMeasured.map(({ rule }) => rule).join(", ")}.`]),
    "",
  ].join("\n");
}

const headings = { error: "Errors", warning: "Warnings", info: "Infos" } as const;

function renderRow({ rule, tool = "", title, message, received }: ReportedFinding): string {
  const quote = received === undefined ? "" : `<br>${escapeMarkdown(received.slice(0, 160))}`;
  return `| ${rule} | ${escapeMarkdown(tool)} | **${title}.** ${escapeMarkdown(message)}${quote} |`;
}

function listFixes(findings: readonly ReportedFinding[]): readonly string[] {
  return [...new Set(findings.map(({ rule }) => rule))].map(
    (id) => `- ${id}, what to do: ${escapeMarkdown(fixOf(id))}`,
  );
}

/** Words of a server must not become links, images or tags of the page. What stands in backticks is shown as code. */
function escapeMarkdown(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const parts: string[] = [];
  let end = 0;
  for (const { 0: span, 1: code = "", index } of line.matchAll(/`([^`]+)`/g)) {
    parts.push(
      escapeWords(line.slice(end, index)),
      isPlainCode.test(code) ? span : `<code>${escapeWords(code)}</code>`,
    );
    end = index + span.length;
  }
  return [...parts, escapeWords(line.slice(end))].join("");
}

/** What a code span shows as it is, in a table, too: there a backslash and a bar could end it. */
const isPlainCode = /^[^\\|<>&]+$/;

function escapeWords(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\|[\]!*_~`]/g, String.raw`\$&`)
    .replaceAll(linked, "$&<!-- -->");
}

/** Starts of addresses, mentions and numbers of issues, which code hosts link even behind a backslash; a comment ends them. */
const linked = /:(?=\/\/)|[@#]|\bwww(?=\.)/gi;
