import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "hierarchy",
  description,
  guide,
  input,
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deadlineMs: 120_000,
  examples: [
    { title: "What extends or implements it", input: { symbol: "Box" } },
    { title: "What a type is a kind of", input: { symbol: "Box", direction: "supertypes" } },
    { title: "Who implements a method", input: { symbol: "Box/open" } },
    { title: "No such symbol", input: { symbol: "noSuchSymbol" }, fails: "no_symbol" },
  ],
  handle,
  format,
});
