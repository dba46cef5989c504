import * as z from "zod";
import type { SpillPage, SpillRange, SpillStore } from "../output/spill-contract.ts";
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

/** Reads a page that fits the token budget, so that reading stored output never stores output again. */
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

// A page of this size with its footer fits the smallest possible budget, whatever its contents.
const smallestPage = 64;

/** The text of a page and, on a separate line, its position in the whole and how to continue. */
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

/** The tool for `output.readWith`: it reads spilled answers, in pages that always fit its own budget. */
export function createReadOutputTool(store: Pick<SpillStore, "read">, budgetTokens = defaultBudgetTokens) {
  return defineTool({
    name: "read_output",
    description,
    input: readOutputInput,
    effects: reads,
    budgetTokens,
    handle(input, _services, { caller: { principal } }) {
      const own = { read: (handle: string, range?: SpillRange) => store.read(handle, { ...range, principal }) };
      return handleReadOutput(input, own, budgetTokens);
    },
    format: formatSpillPage,
  });
}
