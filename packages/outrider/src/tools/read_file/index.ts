import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input } from "./schema.ts";

export default defineTool({
  name: "read_file",
  description,
  guide,
  input,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  // The handler pages to less; this is the room for its notes.
  budgetTokens: 6_000,
  examples: [
    { title: "A file", input: { path: "README.md" } },
    { title: "Around a match", input: { path: "README.md", pattern: "^#", limit: 3 } },
    { title: "No such file", input: { path: "no/such/file" }, fails: "not_found" },
  ],
  handle,
  format,
});
