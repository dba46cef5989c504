import type { JsonObject } from "../../tool/schema.ts";
import type { AnyTool, Example } from "../../tool/tool.ts";

/** An example that is meant to end in an error. */
export type FailingExample = Example & Required<Pick<Example, "fails">>;

/** The inputs that checks run: those given, those of the definition that end ok, or none at all where nothing is required. */
export function findExamples(tool: AnyTool, given: JsonObject | undefined): readonly JsonObject[] {
  if (given !== undefined) return [given];
  const working = tool.examples.filter((example) => !isFailing(example));
  if (working.length > 0) return working.map((example) => example.input);
  return (tool.inputJsonSchema.required ?? []).length === 0 ? [{}] : [];
}

export function findFailingExamples(tool: AnyTool): readonly FailingExample[] {
  return tool.examples.filter(isFailing);
}

function isFailing(example: Example): example is FailingExample {
  return example.fails !== undefined;
}
