import { isDeepStrictEqual } from "node:util";
import { structuredPatch } from "diff";
import { parse, type ParseError, printParseErrorCode } from "jsonc-parser";
import { isToolError } from "toolwright";
import { askYes, exitCodes, type Terminal, wrapLine, commandLine, type Pieces, type StyledText } from "toolwright/cli";
import { isRecord } from "../../workspace/config/is-record.ts";
import { type ConfigScope, type SetupClient, serverName, type Launch } from "./client.ts";
import { readConfigText, MergeError, type Merged, type MergeRequest, valueAt, withValueAt } from "./config-text.ts";
import { jsonOptions, printJson, setJsonValue } from "./edit-json.ts";
import { mergeToml } from "./merge-toml.ts";
import { writeConfig } from "./write-config.ts";

const byteOrderMark = "\uFEFF";
const contextLines = 2;

export interface SetupJob {
  readonly client: SetupClient;
  readonly scope: ConfigScope;
  readonly launch: Launch;
  readonly file: string;
}

/** What to paste, for those who would rather do it by hand. */
export async function printJob({ client, scope, launch, file }: SetupJob, terminal: Terminal): Promise<number> {
  await terminal.print(printEntry(client, launch, scope, file));
  return exitCodes.ok;
}

/** Shows the change, asks, writes. Resolves with the exit code. */
export async function setUp(
  job: SetupJob,
  terminal: Terminal,
  isSure: boolean,
  interrupted: AbortSignal,
): Promise<number> {
  const { client, scope, launch, file } = job;
  try {
    const current = await readConfigText(file);
    const { text, changed } = mergeEntry(client, launch, scope, current.text);
    if (!changed) {
      await say(terminal, [`${client.title} has Outrider already; nothing was changed.`, file]);
      return exitCodes.ok;
    }
    await terminal.printPieces(showDiff(file, current.text, text));
    if (!isSure && !(await mayWrite(file, terminal, interrupted))) return exitCodes.failed;
    const backup = await writeConfig(current, text, scope);
    await say(terminal, tellDone(job, backup));
    return exitCodes.ok;
  } catch (error) {
    await terminal.tell(
      `${explain(error, file)} To see what to add by hand: outrider setup ${client.name} --scope ${scope} --print`,
    );
    return exitCodes.failed;
  }
}

async function mayWrite(file: string, terminal: Terminal, interrupted: AbortSignal): Promise<boolean> {
  if (!terminal.canAsk) {
    await terminal.tell(
      "Nothing was written: there is no terminal to ask on. Repeat it with --yes to write, or with --print.",
    );
    return false;
  }
  if (await askYes(`Write ${file}? [y/N] `, terminal, interrupted)) return true;
  await terminal.tell("Nothing was written.");
  return false;
}

function tellDone({ client, scope, launch, file }: SetupJob, backup: string | undefined): readonly string[] {
  return [
    `Written: ${file}`,
    ...(backup === undefined ? [] : [`The old one: ${backup}`]),
    ...(scope === "project" && launch.isLocal
      ? ["The entry names a path of this machine: keep the file out of git."]
      : []),
    `Next: ${client.next(scope)}`,
  ];
}

async function say(terminal: Terminal, lines: readonly string[]): Promise<void> {
  await terminal.print(lines.flatMap((line) => wrapLine(line, terminal.columns)).join("\n"));
}

/** Explains known errors; rethrows unexpected ones. */
function explain(error: unknown, file: string): string {
  if (error instanceof MergeError) return `${file} was left as it is: ${error.message}.`;
  if (isToolError(error)) return error.message;
  if (error instanceof Error && "code" in error) return `${file} cannot be written (${String(error.code)}).`;
  throw error;
}

/** Merges the entry into a file of this client. */
function mergeEntry(client: SetupClient, launch: Launch, scope: ConfigScope, text: string | undefined): Merged {
  const merge = client.format === "json" ? mergeJson : mergeToml;
  return merge({ text, path: [...client.key, serverName], entry: client.entry(launch, scope) });
}

/** The text to paste for those who would rather edit by hand. */
function printEntry(client: SetupClient, launch: Launch, scope: ConfigScope, file: string): string {
  const { text } = mergeEntry(client, launch, scope, undefined);
  const [program, ...words] = client.command?.(launch, scope) ?? [];
  const command = program === undefined ? [] : ["", "Or run:", "", `  ${commandLine(program, ...words)}`];
  return [`Add to ${file}:`, "", text.trimEnd(), ...command].join("\n");
}

/** The change as a diff: removed lines in red, added lines in green. */
function showDiff(file: string, before: string | undefined, after: string): Pieces {
  const { hunks } = structuredPatch(file, file, before ?? "", after, undefined, undefined, { context: contextLines });
  const lines = hunks.flatMap((hunk) => [
    { text: `@@ line ${hunk.newStart}`, style: "cyan" as const },
    ...hunk.lines.filter((line) => !line.startsWith("\\")).map(styleLine),
  ]);
  return [{ text: file, style: "bold" }, "\n", ...lines.flatMap((line) => [line, "\n"])];
}

function styleLine(line: string): string | StyledText {
  const text = line.replace(/\r$/, "");
  if (text.startsWith("+")) return { text, style: "green" };
  return text.startsWith("-") ? { text, style: "red" } : text;
}

/** Puts the entry into JSON with or without comments; everything else stays as written. */
function mergeJson({ text = "", path, entry }: MergeRequest): Merged {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  const body = text.slice(mark.length);
  const isEmpty = body.trim() === "";
  const before: unknown = isEmpty ? {} : parseStrictly(body);
  const found = valueAt(before, path);
  const wanted = isRecord(found) && "command" in found ? { ...found, ...entry } : entry;
  if (isDeepStrictEqual(found, wanted)) return { text, changed: false };
  const merged = isEmpty ? printNew(path, entry) : change(body, path, wanted, found);
  if (!isDeepStrictEqual(parseStrictly(merged), withValueAt(before, path, wanted))) {
    throw new MergeError("the change would touch more than its own entry");
  }
  return { text: mark + merged, changed: true };
}

/** Field by field if the entry exists: fields that a user added stay. */
function change(
  body: string,
  path: readonly string[],
  wanted: Readonly<Record<string, unknown>>,
  found: unknown,
): string {
  if (!isRecord(found) || !("command" in found)) return setJsonValue(body, path, wanted);
  return Object.entries(wanted).reduce(
    (text, [key, value]) => (isDeepStrictEqual(found[key], value) ? text : setJsonValue(text, [...path, key], value)),
    body,
  );
}

function printNew(path: readonly string[], entry: unknown): string {
  return `${printJson(withValueAt({}, path, entry), "  ")}\n`;
}

function parseStrictly(body: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(body, errors, jsonOptions);
  const [error] = errors;
  if (error === undefined) return value;
  const line = body.slice(0, error.offset).split("\n").length;
  throw new MergeError(`line ${line} is no valid JSON (${printParseErrorCode(error.error)})`);
}
