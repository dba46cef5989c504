import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "references",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    { title: "A method", input: { symbol: "Box/open" } },
    { title: "Files only", input: { symbol: "Box/open", output: "files" } },
    { title: "No such symbol", input: { symbol: "noSuchSymbol" }, fails: "no_symbol" },
    { title: "No such file", input: { symbol: "Box", path: "no/such.ts" }, fails: "not_found" },
  ],
  handle,
  format,
});
