import { boundText } from "../output/bound.ts";
import { isToolError } from "../tool/tool-error.ts";
import type { AnyTool } from "../tool/tool.ts";
import { failure, type Draft } from "./draft.ts";
import type { FaultSource } from "./events.ts";
import type { KernelParts } from "./parts.ts";

/** Turns what a handler returned into the answer: valid, formatted, within its token budget or spilled whole. */
export async function finishOutput(
  parts: KernelParts,
  tool: AnyTool,
  callId: string,
  returned: unknown,
  onFault: (source: FaultSource, error: unknown) => void,
): Promise<Draft> {
  const checked = await checkOutput(tool, returned);
  if ("problem" in checked) {
    onFault("output", checked.problem);
    return failure(
      "invalid_output",
      `${tool.name} returned something that breaks its own contract. This is a bug of the tool; its log has the detail under ${callId}.`,
    );
  }
  let text: string;
  try {
    text = formatValue(tool, checked.value);
  } catch (error) {
    onFault("format", error);
    return failure("crashed", describeCrash(tool.name, callId));
  }
  try {
    const { budgetTokens, previewTokens, store, readWith } = parts.output;
    const budget = tool.budgetTokens ?? budgetTokens;
    const bounded = await boundText(text, {
      budgetTokens: budget,
      previewTokens,
      store,
      readWith,
      tool: tool.name,
      callId,
    });
    return { status: "ok", value: checked.value, ...bounded };
  } catch (error) {
    onFault("spill", error);
    if (!isToolError(error)) return failure("crashed", describeCrash(tool.name, callId));
    return failure("tool_error", error.message, { code: error.code, retryable: error.retryable });
  }
}

/** What the model is told of an exception that nobody meant it to see. */
export function describeCrash(tool: string, callId: string): string {
  return `${tool} failed unexpectedly. The detail is in the server's log under ${callId}.`;
}

async function checkOutput(
  tool: AnyTool,
  returned: unknown,
): Promise<{ readonly value: unknown } | { readonly problem: unknown }> {
  if (tool.output === undefined) return { value: returned };
  try {
    const result = await tool.output["~standard"].validate(returned);
    return result.issues === undefined ? { value: result.value } : { problem: result.issues };
  } catch (error) {
    return { problem: error };
  }
}

function formatValue(tool: AnyTool, value: unknown): string {
  if (tool.format === undefined) return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  // The output schema, or the handler's own return type, has made `value` what `format` was written for.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const text: unknown = tool.format(value as never);
  if (typeof text !== "string") throw new TypeError(`format of ${tool.name} must return a string, got ${typeof text}`);
  return text;
}
