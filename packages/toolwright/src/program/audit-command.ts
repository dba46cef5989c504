import { constants } from "node:os";
import type { AuditReport, Severity } from "../audit/index.ts";
import { severities } from "../audit/report/severity.ts";
import { type Command, type CommandArguments, exitCodes, type Flags, usageError } from "../cli/command.ts";
import type { InterruptSignal } from "../cli/interrupts.ts";
import type { StyledText } from "../cli/styled-text.ts";
import type { Terminal } from "../cli/terminal.ts";
import { foldLine, wrapLine } from "../cli/text-width.ts";
import { deferred } from "../tool/deferred.ts";
import { visibleJson } from "../tool/describe-value.ts";
import type { AuditPlace } from "./audit-options.ts";

const flags: Flags = {
  http: { type: "string", value: "URL", summary: "Audit a server that runs, over Streamable HTTP" },
  token: { type: "string", value: "NAME", summary: "The variable that holds the token for --http" },
  call: { type: "string", value: "NAMES", summary: "Also call these tools, which do not say that they only read" },
  writes: { type: "boolean", summary: "Also call tools that change something, in a copy (not with --http)" },
  inputs: { type: "string", value: "FILE", summary: "JSON with inputs that work, by tool" },
  directory: { type: "string", value: "DIR", summary: "Use a copy of this directory instead of the sample project" },
  env: { type: "string", value: "NAMES", summary: "Pass these variables of yours to the server" },
  "allow-hosts": { type: "string", value: "HOSTS", summary: "Hosts that the server may reach from its sandbox" },
  "without-wall": { type: "boolean", summary: "Start the server where this system has no sandbox, too" },
  "no-sandbox": { type: "boolean", summary: "Start it outside of the sandbox, because it cannot run in one" },
  only: {
    type: "string",
    value: "RULES",
    summary: "Only these rules, such as E,D204, and only what they need is measured",
  },
  skip: { type: "string", value: "RULES", summary: "Not these rules" },
  baseline: { type: "string", value: "FILE", summary: "Leave out what this earlier --json report has" },
  pin: {
    type: "string",
    value: "FILE",
    summary: "Compare the tools with this lock file; write it where there is none",
  },
  "update-pins": { type: "boolean", summary: "Write the lock file of --pin anew" },
  beside: {
    type: "string",
    value: "FILE",
    summary: "A --json report of another server: report tool names that both servers have",
  },
  "fail-on": {
    type: "string",
    value: "SEVERITY",
    summary: "Exit with 1 from this severity on: error, warning, info, never",
  },
  timeout: { type: "string", value: "SECONDS", summary: "For the whole audit; 300 if not given" },
  json: { type: "boolean", summary: "Print the report as JSON" },
  sarif: { type: "string", value: "FILE", summary: "Also write the report as SARIF" },
  markdown: { type: "string", value: "FILE", summary: "Also write it as Markdown" },
  html: { type: "string", value: "FILE", summary: "Also write it as one HTML file" },
  badge: { type: "string", value: "FILE", summary: "Also write the score as an SVG badge" },
  explain: {
    type: "string",
    value: "RULE",
    summary: "Explain a rule or a family, such as E101 or E, and do nothing else",
  },
  verbose: { type: "boolean", summary: "Show every info in full" },
};

/** `audit` measures a server that it starts, or that runs. */
export function createAuditCommand(place: AuditPlace): Command {
  return {
    name: "audit",
    usage: "[FLAGS] -- COMMAND [ARGUMENT…] | --http URL",
    summary: "Measure any MCP server: errors, descriptions, schemas, hints, behaviour, cost",
    details: [
      "Starts the server in a temporary place and in a sandbox, lists what it offers and calls the tools that say that they only read.",
      "{work} in an argument stands for its working directory, a small sample project or a copy of --directory.",
      "Lists of names are separated by commas.",
      "Exit code 0: nothing of the severity of --fail-on (default: error) or worse. 1: something is. 2: wrong usage. 3: the server could not be audited, or not to the end.",
    ].join("\n"),
    flags,
    takes: [0, Infinity],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const failOn = readFailOn(args.values["fail-on"]);
      const audit = await import("./audit-options.ts");
      const { explain } = args.values;
      if (explain !== undefined) {
        await terminal.print(wrapLines(audit.explain(explain), terminal.columns));
        return exitCodes.ok;
      }
      const interrupts = watchInterrupts(args);
      try {
        const running = audit.runAudit(args, place, (text) => terminal.status(() => `… ${text}`));
        const report = await Promise.race([running, interrupts.again]);
        terminal.status(undefined);
        await show(report, args, terminal);
        return exitCodeOf(report, failOn);
      } catch (error) {
        terminal.status(undefined);
        const code = interrupts.exitCode();
        if (code !== undefined) return code;
        if (!audit.isAuditEnd(error)) throw error;
        await terminal.tell(error.message);
        return notAudited;
      }
    },
  };
}

/** The first interrupt ends the audit, which removes what it made. At the second nobody waits for that: it happens at the exit. */
function watchInterrupts({ takeInterrupts }: CommandArguments): {
  readonly again: Promise<never>;
  /** As shells have it for a program that a signal has ended. */
  exitCode(): number | undefined;
} {
  let first: InterruptSignal | undefined;
  const { promise: again, reject } = deferred<never>();
  again.catch(() => {});
  takeInterrupts((signal) => {
    const isSecond = first !== undefined;
    first ??= signal;
    if (isSecond) reject(new Error("The audit was interrupted twice."));
    return isSecond;
  });
  return { again, exitCode: () => (first === undefined ? undefined : 128 + constants.signals[first]) };
}

function readFailOn(value = "error"): Severity | "never" {
  const found = [...severities, "never" as const].find((each) => each === value);
  if (found === undefined)
    throw usageError(`--fail-on takes error, warning, info or never, not ${JSON.stringify(value)}.`);
  return found;
}

/** A script can tell a server that could not be measured from one that has faults. */
const notAudited = 3;

function exitCodeOf({ findings, unread, partial }: AuditReport, failOn: Severity | "never"): number {
  if (failOn === "never") return exitCodes.ok;
  if (unread !== undefined) return notAudited;
  const isBad = findings.some(({ severity }) => severities.indexOf(severity) <= severities.indexOf(failOn));
  if (isBad) return exitCodes.failed;
  return partial === undefined ? exitCodes.ok : notAudited;
}

async function show(report: AuditReport, { given }: CommandArguments, terminal: Terminal): Promise<void> {
  // Names of tools are as the server has them: a log must not obey them, nor a terminal be turned by them.
  if (given.has("json")) return await terminal.print(visibleJson(report).replaceAll("##", String.raw`#\u0023`));
  const { renderPage } = await import("../audit/report/render-page.ts");
  const pieces: (string | StyledText)[] = [];
  const { columns } = terminal;
  for (const { text, style, indent } of renderPage(report, { verbose: given.has("verbose") })) {
    const lines = columns === undefined ? [text] : foldLine(text, columns, " ".repeat(indent));
    const shown = `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
    pieces.push(style === undefined ? shown : { text: shown, style });
  }
  await terminal.printPieces(pieces);
}

function wrapLines(text: string, columns: number | undefined): string {
  return text
    .split("\n")
    .flatMap((line) => wrapLine(line, columns))
    .join("\n");
}
