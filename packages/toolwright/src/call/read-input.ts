import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describeValue } from "../tool/describe-value.ts";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import type { AnyTool } from "../tool/tool.ts";
import { describeIssues, describeUnknown, findUnknownArguments } from "./describe-issues.ts";
import { repairInput } from "./repair-input.ts";

export type ReadInput =
  | { readonly valid: true; readonly input: JsonObject; readonly parsed: unknown; readonly notes: readonly string[] }
  | { readonly valid: false; readonly problems: readonly string[] };

/**
 * Validates what a caller sent. `input` is what was understood, as JSON; `parsed` is what the schema made of
 * it, with defaults. Repair is tried only after validation has failed, so valid input costs nothing extra.
 */
export async function readInput(tool: AnyTool, raw: unknown): Promise<ReadInput> {
  const given = raw ?? {};
  const first = await validate(tool, given);
  if (isJsonObject(given) && first.issues === undefined) {
    // Some libraries ignore keys such as __proto__, which would then be dropped silently.
    const unseen = Object.hasOwn(given, "__proto__")
      ? [...findUnknownArguments(tool.inputJsonSchema, given, tool.inputJsonSchema, "")]
      : [];
    if (unseen.length > 0) return { valid: false, problems: describeUnknown(unseen) };
    return { valid: true, input: given, parsed: first.value, notes: [] };
  }
  const { value: repaired, notes } = repairInput(tool.inputJsonSchema, given);
  if (!isJsonObject(repaired))
    return { valid: false, problems: [`The input must be an object, got ${describeValue(raw)}.`] };
  const second = notes.length === 0 ? first : await validate(tool, repaired);
  if (second.issues === undefined) return { valid: true, input: repaired, parsed: second.value, notes };
  return { valid: false, problems: describeIssues(tool.inputJsonSchema, repaired, second.issues) };
}

function validate(
  tool: AnyTool,
  value: unknown,
): StandardSchemaV1.Result<unknown> | Promise<StandardSchemaV1.Result<unknown>> {
  return tool.input["~standard"].validate(value);
}

/** Whether a call with an unknown end may simply be repeated, and what to say if not. */
export function describeRepeat({ name, effects }: AnyTool): { readonly retryable: boolean; readonly advice: string } {
  if (effects.readOnly || effects.idempotent) return { retryable: true, advice: "" };
  return { retryable: false, advice: ` What ${name} does may have taken effect: look before you call it again.` };
}
