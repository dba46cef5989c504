import type { ApprovalRequest } from "../../access/approval.ts";
import { describeInput } from "../../access/describe-request.ts";
import { renderOutcome } from "../../call/outcome.ts";
import type { Pieces, TextStyle } from "../../cli/styled-text.ts";
import { foldLine } from "../../cli/text-width.ts";
import { escapeHidden, visibleJson } from "../../tool/describe-value.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { Person } from "./person.ts";

/** What is to be approved, as a person reads it on a terminal of that width. */
export interface ShownRequest {
  readonly title: string;
  readonly reason: string;
  readonly lines: readonly Pieces[];
  /** Something is left out, or stands there in another form than the input. */
  readonly hasMore: boolean;
}

type Shower = Pick<Person, "terminal" | "kernel" | "signal">;

/** Shows what a call would change, its path first, and as much of it as a person reads before an answer. */
export async function showRequest(request: ApprovalRequest, which: string, person: Shower): Promise<ShownRequest> {
  const { terminal } = person;
  const preview = await previewChange(request, person);
  const shown = describeRequest(request, which, preview, terminal.stderr.columns || 80);
  await terminal.tellPieces([{ text: shown.title, style: "bold" }]);
  await terminal.tell(shown.reason);
  for (const line of shown.lines) await terminal.tellPieces(line);
  return shown;
}

/** All that the person is asked about, to its last character. */
export async function showWhole(request: ApprovalRequest, { terminal }: Shower): Promise<void> {
  for (const line of foldLine(`  ${describeInput(request)}`, terminal.stderr.columns || 80, "  "))
    await terminal.tell(line);
}

export interface Preview {
  readonly isOk: boolean;
  readonly text: string;
}

const previewMs = 10_000;

/** What the tool itself says it would do, where it has a `dry_run` that the policy lets run unasked. */
async function previewChange(
  { tool, input, session, principal }: ApprovalRequest,
  { kernel, signal }: Shower,
): Promise<Preview | undefined> {
  const field = kernel.tool(tool)?.inputJsonSchema.properties?.["dry_run"];
  if (!isJsonObject(field) || field["type"] !== "boolean") return undefined;
  const caller = { host: "chat", session, principal };
  const outcome = await kernel.call(tool, { ...input, dry_run: true }, { caller, signal, deadlineMs: previewMs });
  if (outcome.status !== "ok" && outcome.status !== "tool_error") return undefined;
  return { isOk: outcome.status === "ok", text: renderOutcome(outcome) };
}

const pathFields = ["path", "file", "file_path", "filePath", "filename", "notebook_path"];
const commandFields = ["command", "cmd"];
/** More is not read before an answer; a command is always whole. */
const longestShown = 30;

/** The same without a terminal. */
export function describeRequest(
  { tool, title, reason, input, filledIn }: Pick<ApprovalRequest, "tool" | "title" | "reason" | "input" | "filledIn">,
  which: string,
  preview: Preview | undefined,
  columns: number,
): ShownRequest {
  const fields: JsonObject = { ...input, ...filledIn };
  const pathField = pathFields.find((name) => isShortText(fields[name]));
  const named = title.toLowerCase().replaceAll(" ", "_") === tool ? title : `${title} (${tool})`;
  const path = pathField === undefined ? "" : `  ${String(fields[pathField])}`;
  const commands = commandFields.flatMap((name) => describeCommand(fields[name]));
  const others = Object.entries(fields).filter(
    ([name, value]) => name !== pathField && !(commandFields.includes(name) && typeof value === "string"),
  );
  const rest = describeRest(Object.fromEntries(others), preview);
  const shown = fold(rest, columns);
  const isCut = shown.length > longestShown;
  const left = shown.length - longestShown + 1;
  const cut: Pieces = [{ text: `  … ${left} more lines; v shows all of it.`, style: "yellow" }];
  return {
    title: foldLine(escapeHidden(`${named}${path}`), columns, "  ").join("\n"),
    reason: foldLine(escapeHidden(`Asks for your approval${which}: ${reason}.`), columns, "").join("\n"),
    lines: [...fold(commands, columns), ...(isCut ? [...shown.slice(0, longestShown - 1), cut] : shown)],
    hasMore: isCut || preview !== undefined || rest.some(({ isPlain }) => isPlain !== true),
  };
}

interface Line {
  readonly text: string;
  readonly style?: TextStyle;
  /** It is the field as it is. */
  readonly isPlain?: true;
}

function describeCommand(command: unknown): readonly Line[] {
  if (typeof command !== "string") return [];
  return splitLines(command).map((text, index) => ({ text: `${index === 0 ? "  $ " : "    "}${text}`, isPlain: true }));
}

function describeRest(fields: JsonObject, preview: Preview | undefined): readonly Line[] {
  if (preview === undefined) return describeFields(fields, "  ");
  const said = splitLines(preview.text.trimEnd()).map(styleDiff);
  if (preview.isOk) {
    const left = Object.entries(fields).filter(([name]) => !isInPreview(name, fields, preview.text));
    return [...describeFields(Object.fromEntries(left), "  "), ...said];
  }
  return [{ text: "  A dry run of it fails:", style: "yellow" }, ...said, ...describeFields(fields, "  ")];
}

/** Texts of an edit that the preview shows to their last line, where they belong. Anything else stands beside the preview. */
function isInPreview(name: string, fields: JsonObject, preview: string): boolean {
  const value = fields[name];
  if (typeof value === "string") {
    const isEdit = name === "content" || partnerOf(name, fields) !== "" || !isShortText(value);
    return isEdit && value.split(/\r?\n/).every((line) => preview.includes(line.trim()));
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.length > 0 && items.every((item) => isJsonObject(item) && isShownWhole(item, preview));
  }
  return isJsonObject(value) && isShownWhole(value, preview);
}

function isShownWhole(fields: JsonObject, preview: string): boolean {
  const names = Object.keys(fields);
  return names.length > 0 && names.every((name) => isInPreview(name, fields, preview));
}

function styleDiff(line: string): Line {
  const text = `  ${line}`;
  if (line.startsWith("@@")) return { text, style: "dim" };
  if (line.startsWith("+")) return { text, style: "green" };
  return line.startsWith("-") ? { text, style: "red" } : { text };
}

/** Short fields first: what stands behind a long text is easily overlooked. */
function describeFields(fields: JsonObject, indent: string): readonly Line[] {
  const names = Object.keys(fields);
  const isShort = (name: string): boolean =>
    describeShort(fields[name]) !== undefined && partnerOf(name, fields) === "";
  const short = names.filter(isShort);
  const long = names.filter((name) => !isShort(name));
  return [
    ...short.map((name): Line => ({ text: `${indent}${name}: ${describeShort(fields[name]) ?? ""}`, isPlain: true })),
    ...long.flatMap((name) => describeLong(name, fields, indent)),
  ];
}

/** The other half of an old and a new text; empty if there is none. */
function partnerOf(name: string, fields: JsonObject): string {
  const [, half = "", rest = ""] = /^(old|new)(.*)$/.exec(name) ?? [];
  const other = half === "" ? "" : `${half === "old" ? "new" : "old"}${rest}`;
  return typeof fields[name] === "string" && typeof fields[other] === "string" ? other : "";
}

function describeLong(name: string, fields: JsonObject, indent: string): readonly Line[] {
  const value = fields[name];
  const partner = partnerOf(name, fields);
  if (partner !== "" && name.startsWith("new")) return [];
  if (partner !== "") {
    return [
      ...splitLines(String(value)).map((text): Line => ({ text: `${indent}- ${text}`, style: "red" })),
      ...splitLines(String(fields[partner])).map((text): Line => ({ text: `${indent}+ ${text}`, style: "green" })),
    ];
  }
  const label: Line = { text: `${indent}${name}:`, style: "dim" };
  const deeper = `${indent}  `;
  if (typeof value === "string") return [label, ...splitLines(value).map((text) => ({ text: `${deeper}${text}` }))];
  if (Array.isArray(value)) {
    const items = value.map((item, index): readonly [string, unknown] => [`${name}[${index}]`, item]);
    return items.flatMap(([each, item]) => describeFields({ [each]: item }, indent));
  }
  return isJsonObject(value) ? [label, ...describeFields(value, deeper)] : [label];
}

const longestOnLine = 200;

/** Undefined for what takes lines of its own. */
function describeShort(value: unknown): string | undefined {
  if (isShortText(value) && value.trim() === value && value !== "") return value;
  if (Array.isArray(value) && value.some(isJsonObject)) return undefined;
  const json = visibleJson(value);
  return json.length <= longestOnLine && !(typeof value === "string" && value.includes("\n")) ? json : undefined;
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestOnLine && !/[\n\r]/.test(value);
}

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replaceAll("\t", "    "));
  return lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function fold(lines: readonly Line[], columns: number): readonly Pieces[] {
  return lines.flatMap(({ text, style }) =>
    foldLine(escapeHidden(text), columns, "      ").map((each): Pieces =>
      style === undefined ? [each] : [{ text: each, style }],
    ),
  );
}
