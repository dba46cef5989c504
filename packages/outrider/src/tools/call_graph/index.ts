import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "call_graph",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 120_000,
  examples: [
    { title: "Who calls it, and who calls those", input: { symbol: "Box/open" } },
    { title: "What it calls itself", input: { symbol: "Box/open", direction: "callees", depth: 1 } },
    { title: "No such symbol", input: { symbol: "noSuchSymbol" }, fails: "no_symbol" },
  ],
  handle,
  format,
});
