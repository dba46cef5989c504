import type { JsonObject } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";

/** The inputs that checks run: those given, those of the definition, or none at all where nothing is required. */
export function findExamples(tool: AnyTool, given: JsonObject | undefined): readonly JsonObject[] {
  if (given !== undefined) return [given];
  if (tool.examples.length > 0) return tool.examples.map((example) => example.input);
  return (tool.inputJsonSchema.required ?? []).length === 0 ? [{}] : [];
}
