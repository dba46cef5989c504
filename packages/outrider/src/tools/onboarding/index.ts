import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "onboarding",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  deadlineMs: 120_000,
  examples: [
    { title: "The active project", input: {} },
    { title: "No such project", input: { project: "no/such/project" }, fails: "unknown_project" },
  ],
  handle,
  format,
});
