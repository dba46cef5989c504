import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "symbols",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "The project", input: {} },
    { title: "A class or function by its name", input: { name: "Box/open", kind: ["method", "function"] } },
    { title: "All classes of a directory", input: { kind: ["class"] } },
    { title: "No such file", input: { path: "no/such.ts" }, fails: "not_found" },
  ],
  handle,
  format,
});
