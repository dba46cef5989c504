import { defineTool, writes } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "run_command",
  description,
  input,
  output,
  effects: { ...writes, openWorld: true },
  deadlineMs: 600_000,
  stallMs: 120_000,
  examples: [{ title: "Say hello", input: { command: "echo hello" } }],
  handle,
  format,
});
