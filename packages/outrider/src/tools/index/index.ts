import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "index",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 120_000,
  examples: [
    { title: "How it stands", input: {} },
    { title: "Read everything now", input: { action: "build" } },
    { title: "No such project", input: { project: "no/such/project" }, fails: "unknown_project" },
  ],
  handle,
  format,
});
