import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "diagnostics",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 90_000,
  examples: [
    { title: "A file", input: { path: "src/box.ts" } },
    { title: "Errors of a directory", input: { path: "src", severity: "error" } },
    { title: "No such file", input: { path: "no/such.ts" }, fails: "not_found" },
  ],
  handle,
  format,
});
