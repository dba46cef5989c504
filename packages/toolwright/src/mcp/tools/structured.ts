import type { Success } from "../../call/outcome.ts";
import { fitsTokens } from "../../output/tokens.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";
import { UnwritableOutputError } from "./unwritable-output.ts";
import { isObjectSchema } from "./wire-tool.ts";

/**
 * The structured form of an answer. Clients show the model either this or the text, so each is complete: an output that
 * breaks the budget is replaced by the text, which says where the rest is.
 */
export async function structure(
  tool: AnyTool,
  outcome: Success,
  defaultBudget: number,
): Promise<JsonObject | undefined> {
  if (tool.outputJsonSchema === undefined) return undefined;
  const { value, text, spill } = outcome;
  if (spill !== undefined) return { text };
  const json = writeValue(outcome);
  if (json === undefined || !(await fitsTokens(json, tool.budgetTokens ?? defaultBudget))) return { text };
  if (isObjectSchema(tool.outputJsonSchema) && isJsonObject(value)) return value;
  return { result: value };
}

function writeValue(outcome: Success): string | undefined {
  try {
    return JSON.stringify(outcome.value);
  } catch (error) {
    throw new UnwritableOutputError(outcome, error);
  }
}
