import { defineTool, reads } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "find_text",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 30_000,
  examples: [
    { title: "Where tools are defined", input: { text: "defineTool(" } },
    { title: "A path that is not there", input: { text: "defineTool(", path: "no/such/path" }, fails: "no_path" },
  ],
  handle,
  format,
});
