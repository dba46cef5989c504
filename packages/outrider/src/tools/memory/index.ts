import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "memory",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  deadlineMs: 30_000,
  examples: [
    { title: "What is known", input: { action: "list" } },
    { title: "Find a note", input: { action: "search", query: "how tests run" } },
    { title: "No such topic", input: { action: "read", topic: "no/such/topic" }, fails: "no_memory" },
    { title: "A search for nothing", input: { action: "search" }, fails: "missing_fields" },
  ],
  handle,
  format,
});
