import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { AuditOptions, AuditReport, Severity } from "../audit/index.ts";
import { type Command, type CommandArguments, exitCodes, type Flags, usageError } from "../cli/command.ts";
import type { StyledText } from "../cli/styled-text.ts";
import type { Terminal } from "../cli/terminal.ts";
import { wrapLine } from "../cli/text-width.ts";

const flags: Flags = {
  call: { type: "string", value: "NAMES", summary: "Also call these tools, which do not say that they only read" },
  inputs: { type: "string", value: "FILE", summary: "JSON with inputs that work, by tool" },
  directory: { type: "string", value: "DIR", summary: "Work in a throw-away copy of this directory" },
  env: { type: "string", value: "NAMES", summary: "Pass these variables of yours to the server" },
  "allow-hosts": { type: "string", value: "HOSTS", summary: "Hosts that the server may reach from its sandbox" },
  "without-wall": { type: "boolean", summary: "Start the server without a sandbox, where there is none" },
  only: { type: "string", value: "RULES", summary: "Only these rules, such as E,D204" },
  skip: { type: "string", value: "RULES", summary: "Not these rules" },
  "fail-on": {
    type: "string",
    value: "SEVERITY",
    summary: "Exit with 1 from this severity on: error, warning, info, never",
  },
  timeout: { type: "string", value: "SECONDS", summary: "For the whole audit; 300 if not given" },
  json: { type: "boolean", summary: "Print the report as JSON" },
  verbose: { type: "boolean", summary: "Show every info in full" },
};

/** `audit` measures a server that it starts. */
export function createAuditCommand(env: Readonly<Record<string, string | undefined>>, cwd: string): Command {
  return {
    name: "audit",
    usage: "[FLAGS] -- COMMAND [ARGUMENT…]",
    summary: "Measure any MCP server: errors, descriptions, schemas, hints, behaviour, cost",
    details: [
      "Starts the server in a temporary place and in a sandbox, lists what it offers and calls the tools that say that they only read.",
      "{work} in an argument stands for its working directory, a small sample project or a copy of --directory.",
      "Lists of names are separated by commas. Exit code 1: a finding of the severity of --fail-on (default: error) or worse.",
    ].join("\n"),
    flags,
    takes: [0, Infinity],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const failOn = readFailOn(args.values["fail-on"]);
      const audit = await import("../audit/index.ts");
      const options = readOptions(args, env, cwd, audit.readGivenInputs, (text) => terminal.status(() => `… ${text}`));
      try {
        const report = await audit.auditServer(options);
        terminal.status(undefined);
        await show(report, args, terminal);
        return fails(report, failOn) ? exitCodes.failed : exitCodes.ok;
      } catch (error) {
        terminal.status(undefined);
        if (args.interrupted.aborted) return exitCodes.interrupted;
        if (!(error instanceof Error)) throw error;
        await terminal.tell(error.message);
        return exitCodes.failed;
      }
    },
  };
}

function readOptions(
  { positionals, values, given, interrupted }: CommandArguments,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  readInputs: (value: unknown) => NonNullable<AuditOptions["inputs"]>,
  onStatus: (text: string) => void,
): AuditOptions {
  const [command, ...args] = positionals;
  if (command === undefined) throw usageError("Name the command that starts the server: toolwright audit -- COMMAND …");
  const seconds = values["timeout"] === undefined ? 300 : Number(values["timeout"]);
  if (!(seconds > 0 && seconds <= 86_400)) throw usageError("--timeout needs a number of seconds, such as 300.");
  const { inputs } = values;
  return {
    server: {
      command: resolveFile(command, cwd),
      args: args.map((word) => resolveFile(word, cwd)),
      env: passOn(split(values["env"]), env),
      directory: values["directory"],
      withoutWall: given.has("without-wall"),
      allowedHosts: split(values["allow-hosts"]),
    },
    call: split(values["call"]),
    only: split(values["only"]),
    skip: split(values["skip"]),
    ...(inputs === undefined ? {} : { inputs: readInputsFile(inputs, readInputs) }),
    timeoutMs: seconds * 1000,
    signal: interrupted,
    onStatus,
  };
}

/** The server starts elsewhere: words that name a file here are made absolute. */
function resolveFile(word: string, cwd: string): string {
  const path = resolve(cwd, word);
  return /[\\/.]/.test(word) && statSync(path, { throwIfNoEntry: false })?.isFile() === true ? path : word;
}

function passOn(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => {
      const value = env[name];
      if (value === undefined) throw usageError(`--env names ${name}, which is not set.`);
      return [name, value];
    }),
  );
}

function readInputsFile<Inputs>(file: string, readInputs: (value: unknown) => Inputs): Inputs {
  try {
    return readInputs(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw usageError(`--inputs ${file}: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

function split(list: string | undefined): readonly string[] {
  return (list ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

const order: readonly Severity[] = ["error", "warning", "info"];

function readFailOn(value = "error"): Severity | "never" {
  const found = [...order, "never" as const].find((each) => each === value);
  if (found === undefined)
    throw usageError(`--fail-on takes error, warning, info or never, not ${JSON.stringify(value)}.`);
  return found;
}

function fails({ findings }: AuditReport, failOn: Severity | "never"): boolean {
  if (failOn === "never") return false;
  return findings.some(({ severity }) => order.indexOf(severity) <= order.indexOf(failOn));
}

async function show(report: AuditReport, { given }: CommandArguments, terminal: Terminal): Promise<void> {
  if (given.has("json")) return await terminal.print(JSON.stringify(report));
  const { renderPage } = await import("../audit/report/render-page.ts");
  const lines = renderPage(report, { verbose: given.has("verbose") });
  const pieces: (string | StyledText)[] = [];
  for (const { text, style } of lines) {
    const shown = `${wrapLine(text, terminal.columns).join("\n")}\n`;
    pieces.push(style === undefined ? shown : { text: shown, style });
  }
  await terminal.printPieces(pieces);
}
