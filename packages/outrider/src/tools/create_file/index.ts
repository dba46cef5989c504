import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "create_file",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "A file and its directories", input: { path: "notes/todo.md", content: "# To do\n", overwrite: true } },
    { title: "One that exists", input: { path: "README.md", content: "" }, fails: "exists" },
  ],
  handle,
  format,
});
