import * as z from "zod";
import type { Call } from "../../src/tool/call-context.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import type { ToolDefinition } from "../../src/tool/tool.ts";
import { reads } from "../sample.ts";

const input = z.strictObject({ text: z.string().describe("Any text") });
type Input = z.infer<typeof input>;

/** A tool that would be well, were it not for its handler. */
export function defineBroken<Value>(
  name: string,
  handle: (input: Input, services: unknown, call: Call) => Value | Promise<Value>,
  more: Partial<ToolDefinition<string, Input, Input, Value, unknown>> = {},
) {
  return defineTool({
    name,
    description: "A tool that is broken in one way.",
    input,
    effects: reads,
    examples: [{ title: "any", input: { text: "hello" } }],
    ...more,
    handle,
  });
}
