import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "symbol_at",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "A name in a line", input: { path: "b.ts", line: 2, symbol: "Box" } },
    { title: "No such file", input: { path: "no/such.ts", line: 1 }, fails: "not_found" },
    { title: "A line with several names", input: { path: "b.ts", line: 2 }, fails: "several_names" },
    { title: "A name that is not there", input: { path: "b.ts", line: 2, symbol: "Bag" }, fails: "not_in_line" },
    { title: "No such line", input: { path: "b.ts", line: 99 }, fails: "no_line" },
  ],
  handle,
  format,
});
