import { fitsTokens } from "../../output/tokens.ts";
import type { CallPart, CallResult } from "../log/entries.ts";
import type { RunParts } from "./run-parts.ts";

const leastTokens = 512;

/**
 * A result in its share of what all results of its turn may take. The share is fixed when the calls begin, so that no result has to
 * wait for the others before it is stored.
 */
export async function fitResult(parts: RunParts, part: CallPart, result: CallResult): Promise<CallResult> {
  const { thread, context, kernel, caller } = parts;
  const { calls, background } = thread.state();
  const share = Math.max(leastTokens, Math.floor(context.batchTokens / Math.max(1, calls.length + background.length)));
  if (await fitsTokens(result.text, share)) return result;
  const about = { tool: part.tool, callId: part.callId, principal: caller.principal };
  const text = await kernel.shorten(result.text, about, share).catch(() => cutText(result.text, share));
  return { ...result, text };
}

/** Without a store the rest is gone, and the model has to know. */
function cutText(text: string, tokens: number): string {
  const shown = text.slice(0, tokens);
  return `${shown}\n[${text.length - shown.length} more characters were left out: the results of this turn are too long together. Ask for less at once.]`;
}
