import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "grep",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "Where something is called", input: { pattern: String.raw`\bfetch\(`, glob: "*.ts" } },
    { title: "Only the files", input: { pattern: "TODO", output: "files" } },
    { title: "Text as it stands", input: { pattern: "items[0](", literal: true, context: 2 } },
    { title: "A pattern that is none", input: { pattern: "foo(" }, fails: "invalid_pattern" },
  ],
  handle,
  format,
});
