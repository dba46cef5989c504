import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  AuditError,
  type AuditOptions,
  AuditOptionsError,
  type AuditReport,
  auditServer,
  NoWallError,
  readGivenInputs,
} from "../audit/index.ts";
import { readPins } from "../audit/pin.ts";
import { leaveOutKnown, readBaseline } from "../audit/report/baseline.ts";
import { findRules } from "../audit/report/choose-rules.ts";
import { explainRule } from "../audit/report/explain-rule.ts";
import { renderBadge } from "../audit/report/render-badge.ts";
import { renderHtml } from "../audit/report/render-html.ts";
import { renderMarkdown } from "../audit/report/render-markdown.ts";
import { renderSarif } from "../audit/report/render-sarif.ts";
import { type CommandArguments, usageError } from "../cli/command.ts";
import { visibleJson } from "../tool/describe-value.ts";
import { isJsonObject } from "../tool/schema.ts";
import { findScript, requireFiles, resolveWords } from "./server-words.ts";

/** Where the command was typed. */
export interface AuditPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Runs the audit that the arguments ask for, and writes the files that they name. */
export async function runAudit(
  args: CommandArguments,
  place: AuditPlace,
  onStatus: (text: string) => void,
): Promise<AuditReport> {
  const { values, given } = args;
  const { baseline, pin } = values;
  const known = baseline === undefined ? undefined : readJsonFile("--baseline", baseline, place, readBaseline);
  const options = readOptions(args, place);
  for (const flag of written) checkTarget(flag, values[flag], place);
  const whole = await auditServer({ ...options, onStatus }).catch(throwAsUsage);
  const writesPins = given.has("update-pins") || (pin !== undefined && !existsSync(resolve(place.cwd, pin)));
  const pinned = pin !== undefined && writesPins && whole.unread === undefined ? writePins(whole, pin, place) : whole;
  const report = known === undefined ? pinned : leaveOutKnown(pinned, known);
  const artifact = findScript(args.positionals, place.cwd) ?? "package.json";
  for (const [flag, render] of [
    ["sarif", (each: AuditReport) => renderSarif(each, artifact)],
    ["markdown", renderMarkdown],
    ["html", renderHtml],
    ["badge", renderBadge],
  ] as const) {
    const target = values[flag];
    if (target !== undefined) writeFileSync(resolve(place.cwd, target), render(report));
  }
  return report;
}

/** All about a rule or a family. */
export function explain(id: string): string {
  try {
    return explainRule(id);
  } catch (error) {
    return throwAsUsage(error);
  }
}

function throwAsUsage(error: unknown): never {
  throw error instanceof AuditOptionsError ? usageError(error.message, error) : error;
}

/** There was nothing to compare with; now there is. */
function writePins(report: AuditReport, file: string, { cwd }: AuditPlace): AuditReport {
  const { server, pins, notMeasured } = report;
  const lock = { server: server.name, version: server.version, tools: pins };
  writeFileSync(resolve(cwd, file), `${visibleJson(lock, 2)}\n`);
  return { ...report, pinnedTo: file, notMeasured: notMeasured.filter(({ rule }) => rule !== "L703") };
}

/** Flags that name a file to write. */
const written = ["pin", "sarif", "markdown", "html", "badge"] as const;

/** A report that cannot be written would be found out after the audit. */
function checkTarget(flag: string, file: string | undefined, { cwd }: AuditPlace): void {
  if (file === undefined) return;
  const path = resolve(cwd, file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw usageError(`--${flag} ${file} is a directory; name a file.`);
  try {
    accessSync(found === undefined ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    const problem = existsSync(dirname(path)) ? "cannot be written" : "lies in a directory that does not exist";
    throw usageError(`--${flag} ${file} ${problem}; name a file that can be written.`, error);
  }
}

/** Whether an audit ended because of the server or the system, in words for a person. */
export function isAuditEnd(error: unknown): error is Error {
  return error instanceof NoWallError || error instanceof AuditError;
}

function readOptions({ positionals, values, given, interrupted }: CommandArguments, place: AuditPlace): AuditOptions {
  const { inputs, pin, beside } = values;
  const seconds = values["timeout"] === undefined ? 300 : Number(values["timeout"]);
  if (!(seconds > 0 && seconds <= 86_400)) throw usageError("--timeout needs a number of seconds, such as 300.");
  if (pin === undefined && given.has("update-pins"))
    throw usageError("--update-pins writes the lock file of --pin FILE.");
  const only = split(values["only"]);
  const skip = split(values["skip"]);
  if (pin !== undefined && skip.some((name) => findRules(name).some(({ id }) => id === "L703")))
    throw usageError("--pin compares the tools by rule L703, which --skip leaves out; leave out one of the two.");
  const isPinned = pin !== undefined && !given.has("update-pins") && existsSync(resolve(place.cwd, pin));
  return {
    server: readServer(positionals, values, given, place),
    call: split(values["call"]),
    writes: given.has("writes"),
    // A lock file is named to be compared with.
    only: pin === undefined || only.length === 0 ? only : [...only, "L703"],
    skip,
    ...(inputs === undefined ? {} : { inputs: readJsonFile("--inputs", inputs, place, readGivenInputs) }),
    ...(isPinned ? { pinned: readJsonFile("--pin", pin, place, readPins) } : {}),
    ...(beside === undefined ? {} : { besideTools: readJsonFile("--beside", beside, place, readToolNames) }),
    timeoutMs: seconds * 1000,
    signal: interrupted,
  };
}

function readServer(
  positionals: readonly string[],
  values: CommandArguments["values"],
  given: ReadonlySet<string>,
  { env, cwd }: AuditPlace,
): AuditOptions["server"] {
  const { http, token } = values;
  const [command] = positionals;
  if (http !== undefined) {
    if (command !== undefined) throw usageError("Give either --http URL or a command, not both.");
    if (!URL.canParse(http)) throw usageError("--http needs a whole address, such as http://127.0.0.1:3000/mcp.");
    const unusable = forStarted.filter((flag) => given.has(flag));
    if (unusable.length > 0) throw usageError(describeUnusable(unusable));
    if (token === undefined) return { url: http };
    return { url: http, headers: { authorization: `Bearer ${requireVariable("--token", token, env)}` } };
  }
  if (token !== undefined) throw usageError("--token is sent to a server over HTTP; give it with --http URL.");
  if (command === undefined) {
    throw usageError("Name the command that starts the server: toolwright audit -- COMMAND …, or give --http URL.");
  }
  const directory = values["directory"];
  if (directory !== undefined && !statSync(resolve(cwd, directory), { throwIfNoEntry: false })?.isDirectory())
    throw usageError(`--directory ${directory} is no directory; name one whose copy the server may work in.`);
  requireFiles(positionals, cwd, directory === undefined ? cwd : resolve(cwd, directory));
  const [program = command, ...words] = resolveWords(positionals, cwd);
  return {
    command: program,
    args: words,
    env: Object.fromEntries(split(values["env"]).map((name) => [name, requireVariable("--env", name, env)])),
    directory: directory === undefined ? undefined : resolve(cwd, directory),
    withoutWall: given.has("without-wall"),
    noSandbox: given.has("no-sandbox"),
    allowedHosts: split(values["allow-hosts"]),
  };
}

/** Flags about a server that the audit starts. */
const forStarted = ["writes", "directory", "env", "allow-hosts", "without-wall", "no-sandbox"] as const;

function describeUnusable(flags: readonly string[]): string {
  const named = flags.map((flag) => `--${flag}`).join(", ");
  const next = flags.includes("writes")
    ? " What --writes calls works in a copy of the working directory, and there is none; what --call names is called on the server itself."
    : "";
  return `Leave out ${named} with --http: the audit does not start that server.${next}`;
}

function requireVariable(flag: string, name: string, env: AuditPlace["env"]): string {
  const value = env[name];
  if (value === undefined) throw usageError(`${flag} names ${name}, which is not set.`);
  return value;
}

function readJsonFile<Value>(flag: string, file: string, { cwd }: AuditPlace, read: (value: unknown) => Value): Value {
  try {
    return read(JSON.parse(readFileSync(resolve(cwd, file), "utf8")));
  } catch (error) {
    throw usageError(`${flag} ${file}: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

function readToolNames(report: unknown): readonly string[] {
  const pins = isJsonObject(report) ? report["pins"] : undefined;
  if (!isJsonObject(pins)) throw new Error("It is no report of `toolwright audit --json`.");
  return Object.keys(pins);
}

function split(list: string | undefined): readonly string[] {
  return (list ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
