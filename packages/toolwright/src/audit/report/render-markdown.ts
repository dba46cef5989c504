import type { AuditReport, ReportedFinding } from "./report.ts";
import { describeKnown } from "./render-page.ts";
import { describeScore } from "./score.ts";
import { severities } from "./severity.ts";

/** The report as Markdown, for a pull request or a file. */
export function renderMarkdown(report: AuditReport): string {
  const { server, findings, called, cost, notMeasured } = report;
  const counts = severities.map(
    (severity) => `${findings.filter((each) => each.severity === severity).length} ${severity}`,
  );
  return [
    `# ${escapeMarkdown(server.name)} ${escapeMarkdown(server.version)}: ${escapeMarkdown(describeScore(report))}`,
    "",
    ...(report.partial === undefined ? [] : [`**${report.partial}**`, ""]),
    `MCP ${escapeMarkdown(server.protocolVersion)}; ${counts.join(", ")}; ${describeKnown(report)}${called.length} of ${server.tools} tools called.`,
    ...severities.flatMap((severity) => {
      const own = findings.filter((each) => each.severity === severity);
      if (own.length === 0) return [];
      const heading = severity === "error" ? "Errors" : severity === "warning" ? "Warnings" : "Infos";
      return ["", `## ${heading}`, "", "| rule | tool | finding |", "|---|---|---|", ...own.map(renderRow)];
    }),
    ...(cost === undefined
      ? []
      : ["", `Tokens: ${cost.listTokens} for the list, ${cost.instructionTokens} for the instructions.`]),
    ...(notMeasured.length === 0 ? [] : ["", `Not measured: ${notMeasured.map(({ rule }) => rule).join(", ")}.`]),
    "",
  ].join("\n");
}

function renderRow({ rule, tool = "", title, message, received }: ReportedFinding): string {
  const quote = received === undefined ? "" : `<br>${escapeMarkdown(received.slice(0, 160))}`;
  return `| ${rule} | ${escapeMarkdown(tool)} | **${title}.** ${escapeMarkdown(message)}${quote} |`;
}

/** Words of a server must not become links, images or tags of the page. What stands in backticks is shown as code. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\|[\]!*_~`]/g, String.raw`\$&`)
    .replaceAll(linked, "$&<!-- -->")
    .replaceAll(/\\`(.+?)\\`/gs, "<code>$1</code>")
    .replaceAll(/\s+/g, " ");
}

/** Starts of addresses, mentions and numbers of issues, which code hosts link even behind a backslash; a comment ends them. */
const linked = /:(?=\/\/)|[@#]|\bwww(?=\.)/gi;
