/// <reference types="toolwright/markdown" />
import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "__name__",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 10_000,
  examples: [
    { title: "A sentence", input: { text: "To be or not to be" } },
    { title: "The words that occur most", input: { text: "To be or not to be", top: 2 } },
  ],
  handle,
  format,
});
