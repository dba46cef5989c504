import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "tree",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "The project", input: {} },
    { title: "One kind of file", input: { glob: "*.ts", depth: 3 } },
    { title: "A directory that is not there", input: { path: "no/such" }, fails: "not_found" },
  ],
  handle,
  format,
});
