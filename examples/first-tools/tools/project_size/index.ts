import { defineTool, reads } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "project_size",
  description,
  input,
  output,
  effects: reads,
  deadlineMs: 120_000,
  stallMs: 20_000,
  examples: [{ title: "The whole project", input: {} }],
  handle,
  format,
});
