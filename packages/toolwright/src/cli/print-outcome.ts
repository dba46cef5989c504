import type { Failure, NeedsApproval, NeedsInput, Outcome, Success } from "../call/outcome.ts";
import type { Attachment } from "../tool/call-context.ts";
import { visibleJson } from "../tool/describe-value.ts";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import type { NextCall } from "../tool/tool-error.ts";
import type { CommandArguments } from "./command.ts";
import { hostCommand, type Host, type OpenedKernel } from "./host.ts";
import type { Terminal } from "./terminal.ts";

export interface PrintedCall {
  readonly host: Host;
  readonly args: CommandArguments;
  readonly input: unknown;
  readonly opened: OpenedKernel;
}

/** The answer on stdout; notes, errors and the next command on stderr. */
export async function printOutcome(outcome: Outcome, printed: PrintedCall, terminal: Terminal): Promise<void> {
  if (printed.args.given.has("json")) return await terminal.print(toJson(outcome));
  if (outcome.status === "ok") await terminal.print(outcome.text);
  const lines = [
    ...(outcome.status === "ok" ? describeAttached(outcome) : describeFailure(outcome, printed)),
    ...outcome.notes.map((note) => `Note: ${note}`),
    ...nextLines(outcome, printed),
    ...fullLines(outcome, printed),
  ];
  if (lines.length > 0) await terminal.tell(lines.join("\n"));
}

/** JSON has no bigint and no cycles, but a tool without an output schema may return either. */
function toJson(outcome: Outcome): string {
  const rounded = { ...outcome, durationMs: Math.round(outcome.durationMs * 1000) / 1000 };
  const plain = (_key: string, inner: unknown): unknown => (typeof inner === "bigint" ? String(inner) : inner);
  try {
    return JSON.stringify(rounded, plain);
  } catch (error) {
    const note = `value left out: ${error instanceof Error ? error.message : String(error)}`;
    return JSON.stringify({ ...rounded, value: undefined, notes: [...outcome.notes, note] });
  }
}

function describeFailure(
  outcome: Failure | NeedsApproval | NeedsInput,
  { host, args, input, opened }: PrintedCall,
): readonly string[] {
  const { status, tool, error, callId } = outcome;
  if (error.code === "rejected") return [`Not approved; ${tool} was not run.`];
  if (status === "needs_approval") {
    return [error.message, `To approve it: ${hostCommand(host, args, "call", tool, inputWord(input), "--yes")}`];
  }
  if (status === "needs_input") return [error.message, "A terminal cannot answer it; call it through an MCP client."];
  if (status === "invalid_input") return [error.message, `See: ${hostCommand(host, args, "tools", tool)}`];
  if (status === "unknown_tool") {
    const why = opened.explainMissing?.(tool);
    return [error.message, ...(why === undefined ? [] : [why]), `See: ${hostCommand(host, args, "tools")}`];
  }
  if (opened.tellsFaults === true && status === "crashed") {
    return [`${tool} failed unexpectedly; the detail is above (${callId}).`];
  }
  if (opened.tellsFaults === true && status === "invalid_output") {
    return [`${tool} returned something that breaks its own contract; the detail is above (${callId}).`];
  }
  return [error.message];
}

/** A terminal shows no images, so attachments are described. */
function describeAttached({ attachments = [] }: Success): readonly string[] {
  return attachments.map((attachment) => `Attached: ${nameOf(attachment)} (--json prints it)`);
}

function nameOf(attachment: Attachment): string {
  return "uri" in attachment ? attachment.uri : attachment.mimeType;
}

const longestWord = 2_000;

function inputWord(input: unknown): string {
  const word = JSON.stringify(input);
  return word.length > longestWord ? "-" : word;
}

function nextLines(outcome: Outcome, { host, args, opened, input }: PrintedCall): readonly string[] {
  const next = outcome.status === "ok" ? nextPage(outcome, host, input) : outcome.error.next;
  if (next === undefined || opened.kernel.tool(next.tool) === undefined) return [];
  return [`Next: ${hostCommand(host, args, "call", next.tool, visibleJson(next.input))}`];
}

/** Where a spilled answer, or a page of one, continues. */
function nextPage({ tool, spill, value }: Success, host: Host, input: unknown): NextCall | undefined {
  if (spill !== undefined) return spill.readOn;
  if (tool !== host.readWith || !isJsonObject(value) || !isJsonObject(input)) return undefined;
  const { nextOffset, nextColumn } = value;
  if (nextOffset === undefined) return undefined;
  const { column: _, ...rest }: JsonObject = input;
  return { tool, input: { ...rest, offset: nextOffset, ...(nextColumn === undefined ? {} : { column: nextColumn }) } };
}

/** Only if repeating the call changes nothing. */
function fullLines(outcome: Outcome, { host, args, opened, input }: PrintedCall): readonly string[] {
  if (outcome.status !== "ok" || outcome.spill === undefined || typeof host.kernel !== "function") return [];
  if (args.given.has("full") || opened.kernel.tool(outcome.tool)?.effects.readOnly !== true) return [];
  return [`All at once: ${hostCommand(host, args, "call", outcome.tool, inputWord(input), "--full")}`];
}
