import type { FileHandle } from "node:fs/promises";
import * as z from "zod";
import type { SpillPage, SpillStore } from "../output/spill-contract.ts";
import { countTokens, fitsTokens } from "../output/tokens.ts";
import { defineTool } from "../tool/define-tool.ts";
import { reads } from "../tool/effects.ts";
import description from "./read-output.md" with { type: "text" };

export const readOutputInput = z.strictObject({
  handle: z.string().describe("Handle from an answer, such as @out_k3v9…"),
  offset: z.int().min(0).optional().describe("First line, counted from 0; default 0"),
  limit: z.int().min(1).max(1000).optional().describe("Lines at most; default 200"),
  column: z.int().min(0).optional().describe("Bytes of the first line to skip, as an answer told"),
});

export type ReadOutputInput = z.output<typeof readOutputInput>;

/** Reads a page that fits the budget of tokens, so that reading stored output never stores output again. */
export async function handleReadOutput(
  input: ReadOutputInput,
  store: Pick<SpillStore, "read">,
  budgetTokens: number,
): Promise<SpillPage> {
  const { handle, offset = 0, limit, column = 0 } = input;
  const range = { offset, column, ...(limit === undefined ? {} : { limit }) };
  let page = await store.read(handle, range);
  for (;;) {
    const shown = formatSpillPage(page);
    const bytes = Buffer.byteLength(page.text);
    if (bytes <= smallestPage || (await fitsTokens(shown, budgetTokens))) return page;
    const share = (budgetTokens * 0.95) / (await countTokens(shown));
    const maxBytes = Math.max(Math.floor(bytes * Math.min(share, 0.95)), smallestPage);
    page = await store.read(handle, { ...range, maxBytes });
  }
}

// Of this size a page with its footer fits the smallest budget there is, whatever it says.
const smallestPage = 64;

/** The text of a page and, on a line of its own, where in the whole it stands and how to go on. */
export function formatSpillPage(page: SpillPage): string {
  const gap = page.text === "" || page.text.endsWith("\n") ? "" : "\n";
  return `${page.text}${gap}[${describePlace(page)}]`;
}

function describePlace({ offset, column = 0, shownLines, totalLines, nextOffset, nextColumn }: SpillPage): string {
  if (totalLines === 0) return "The output is empty.";
  if (shownLines === 0) return `Offset ${offset} is past the end: the output has ${totalLines} lines.`;
  const start = column === 0 ? "" : ` from column ${column}`;
  if (nextColumn !== undefined) {
    return `Line ${offset}${start} of ${totalLines}, cut. Goes on at offset ${offset}, column ${nextColumn}.`;
  }
  const last = offset + shownLines - 1;
  const lines = last === offset ? `Line ${offset}${start}` : `Lines ${offset}${start} to ${last}`;
  const rest = nextOffset === undefined ? "This is the end." : `Goes on at offset ${nextOffset}.`;
  return `${lines} of ${totalLines}, counted from 0. ${rest}`;
}

const defaultBudgetTokens = 8_000;

/** The tool that `output.readWith` names: it reads spilled answers, in pages that always fit its own budget. */
export function createReadOutputTool(store: Pick<SpillStore, "read">, budgetTokens = defaultBudgetTokens) {
  return defineTool({
    name: "read_output",
    description,
    input: readOutputInput,
    effects: reads,
    budgetTokens,
    handle: (input) => handleReadOutput(input, store, budgetTokens),
    format: formatSpillPage,
  });
}

const headerSchema = z.strictObject({
  version: z.literal(1),
  tool: z.string(),
  callId: z.string(),
  bytes: z.int().min(0),
  lines: z.int().min(0),
});

/** First line of a stored file; the text follows it byte for byte. It makes totals exact without reading the text. */
export interface SpillHeader {
  readonly tool: string;
  readonly callId: string;
  readonly bytes: number;
  readonly lines: number;
}

/** Where the text lies in its file. */
export interface StoredText extends SpillHeader {
  readonly start: number;
  readonly end: number;
}

// Six bytes for each of twice 256 escaped characters and some for the rest: always within the first read.
const longestName = 256;
const longestHeader = 4096;

export function encodeHeader({ tool, callId, bytes, lines }: SpillHeader): Buffer {
  const names = { tool: tool.slice(0, longestName), callId: callId.slice(0, longestName) };
  return Buffer.from(`${JSON.stringify({ version: 1, ...names, bytes, lines })}\n`);
}

/** Undefined when the file is not one of ours or not whole. */
export async function readHeader(file: FileHandle, size: number): Promise<StoredText | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0);
  const length = buffer.subarray(0, bytesRead).indexOf("\n") + 1;
  const header = headerSchema.safeParse(parseJson(buffer.toString("utf8", 0, length)));
  if (!header.success || length + header.data.bytes !== size) return undefined;
  return { ...header.data, start: length, end: size };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
