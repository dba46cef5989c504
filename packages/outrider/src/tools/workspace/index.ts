import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "workspace",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "What is open", input: { action: "status" } },
    { title: "What could be opened", input: { action: "list" } },
    { title: "No such directory", input: { action: "activate", path: "no/such/directory" }, fails: "unknown_project" },
  ],
  handle,
  format,
});
