import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "delete_file",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "A file", input: { path: "src/a.ts" } },
    { title: "Nothing there", input: { path: "none.ts" }, fails: "not_found" },
    { title: "Never deleted", input: { path: "README.md", restore: true }, fails: "not_in_trash" },
  ],
  handle,
  format,
});
