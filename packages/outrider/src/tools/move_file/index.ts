import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "move_file",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "A new name", input: { path: "README.md", to: "docs/readme.md" } },
    { title: "Into a directory", input: { path: "src/a.ts", to: "lib/" } },
    { title: "Nothing there", input: { path: "none.ts", to: "some.ts" }, fails: "not_found" },
    { title: "Onto a file", input: { path: "src/a.ts", to: "README.md" }, fails: "exists" },
  ],
  handle,
  format,
});
