import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "library",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "What the project depends on", input: {} },
    { title: "One of them", input: { name: "zod" } },
    {
      title: "Nothing of that name is registered",
      input: { action: "forget", name: "no-such" },
      fails: "not_registered",
    },
    { title: "No path", input: { action: "register" }, fails: "missing_fields" },
  ],
  handle,
  format,
});
