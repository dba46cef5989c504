import { defineTool, reads } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "semantic_search",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 60_000,
  examples: [
    { title: "How something is done", input: { query: "open a box" } },
    { title: "Only classes of a directory", input: { query: "something to put things in", kind: "class" } },
    { title: "No such file", input: { query: "x", path: "no/such.ts" }, fails: "not_found" },
    { title: "Nothing asked", input: { query: " " }, fails: "empty_query" },
  ],
  handle,
  format,
});
