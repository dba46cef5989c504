import { minBudgetTokens } from "../tool/check-definition.ts";
import { isToolError, type NextCall, ToolError } from "../tool/tool-error.ts";
import { previewText, type Preview } from "./preview.ts";
import type { SpilledOutput, SpillStore } from "./spill-contract.ts";
import { utf8Length } from "./text-lines.ts";
import { countTokens, fitsTokens, surelyOver } from "./tokens.ts";
import { requireSetting } from "./whole-number.ts";

export interface BoundOptions {
  /** What the model may be shown, at least `minBudgetTokens`. */
  readonly budgetTokens: number;
  /** How much of a longer text is shown; reduced if the budget requires it. */
  readonly previewTokens: number;
  readonly store: SpillStore | undefined;
  /** The call that reads stored output from a position on. */
  readonly readOn: (at: SpillPosition) => NextCall;
  readonly tool: string;
  readonly callId: string;
  /** Who may read what is stored. */
  readonly principal: string;
}

/** Where to continue in a stored output: 0-based line, and byte offset in a line that was cut. */
export interface SpillPosition {
  readonly handle: string;
  readonly offset: number;
  readonly column?: number;
}

/** A text that fits its budget, and where the rest of it is. */
export interface BoundedText {
  /** What the model is shown: at most `budgetTokens` tokens. */
  readonly text: string;
  /** Present when `text` is not the whole. */
  readonly spill?: SpilledOutput & {
    /** Number of lines shown completely. */
    readonly shownLines: number;
    /** Where the omitted part begins: what to read next. */
    readonly next: { readonly offset: number; readonly column?: number };
    /** The same as a call. */
    readonly readOn: NextCall;
    /** Tokens of the whole text, if they are at most four times the budget. */
    readonly tokens?: number;
  };
}

/** The text as it is if it fits the budget; otherwise stored completely, with its start, its end and the call that reads on. */
export async function boundText(text: string, options: BoundOptions): Promise<BoundedText> {
  const budget = requireSetting("budgetTokens", options.budgetTokens, minBudgetTokens);
  const wanted = requireSetting("previewTokens", options.previewTokens, 0);
  if (await fitsTokens(text, budget)) return { text };
  const stored = await storeWhole(text, options);
  const most = Math.min(wanted, budget - minBudgetTokens);
  const preview = await fitPreview(text, stored, most, options);
  const tokens = await countUpTo(text, budget * 4);
  const shownLines = preview.headLines + preview.tailLines;
  return {
    text: compose(preview, stored, options),
    spill: {
      ...stored,
      shownLines,
      next: nextAfter(preview),
      readOn: readOnFrom(preview, stored, options),
      ...(tokens === undefined ? {} : { tokens }),
    },
  };
}

async function storeWhole(text: string, options: BoundOptions): Promise<SpilledOutput> {
  const { store, budgetTokens, tool, callId, principal } = options;
  const problem = `The answer of ${tool} is longer than its budget of ${budgetTokens} tokens`;
  const advice = "Narrow the request (a filter, a smaller range, a lower limit) and call again.";
  if (store === undefined) {
    throw new ToolError("spill_failed", `${problem}, and there is no store to keep it in. ${advice}`);
  }
  try {
    return await store.write(text, { tool, callId, principal });
  } catch (error) {
    const reason = isToolError(error) ? error.message : "The store failed.";
    throw new ToolError("spill_failed", `${problem}, and it could not be stored. ${reason} ${advice}`, {
      retryable: true,
      cause: error,
    });
  }
}

// Counting line by line may differ from the total by a token or two, so the composed text decides.
async function fitPreview(text: string, stored: SpilledOutput, most: number, options: BoundOptions): Promise<Preview> {
  const preview = await previewText(text, most);
  if (most === 0 || (await fitsTokens(compose(preview, stored, options), options.budgetTokens))) return preview;
  return fitPreview(text, stored, Math.floor(most * 0.9), options);
}

function compose(preview: Preview, stored: SpilledOutput, options: BoundOptions): string {
  const { head, tail } = preview;
  const gap = head === "" || head.endsWith("\n") ? "" : "\n";
  return `${head}${gap}${describeGap(preview, stored, options)}\n${tail}`;
}

function describeGap(preview: Preview, stored: SpilledOutput, options: BoundOptions): string {
  const { head, headLines, tail, tailLines } = preview;
  const next = nextAfter(preview);
  const lines = stored.lines - headLines - tailLines;
  const bytes = stored.bytes - utf8Length(head) - utf8Length(tail);
  const cut = next.column === undefined ? "" : `The line above is cut after ${next.column} bytes. `;
  const amount = `${lines} of ${stored.lines} lines (${bytes} of ${stored.bytes} bytes)`;
  const readOn = readOnFrom(preview, stored, options);
  return `[${cut}${amount} left out here. Read on: ${readOn.tool} ${JSON.stringify(readOn.input)}]`;
}

function readOnFrom(preview: Preview, { handle }: SpilledOutput, { readOn }: BoundOptions): NextCall {
  return readOn({ handle, ...nextAfter(preview) });
}

/** The first line not shown, or the position at which a single long line is cut. */
function nextAfter({ head, headLines }: Preview): { readonly offset: number; readonly column?: number } {
  const isCut = headLines === 0 && head !== "";
  return { offset: headLines, ...(isCut ? { column: utf8Length(head) } : {}) };
}

async function countUpTo(text: string, most: number): Promise<number | undefined> {
  if (surelyOver(text, most)) return undefined;
  const tokens = await countTokens(text, most);
  return tokens <= most ? tokens : undefined;
}
