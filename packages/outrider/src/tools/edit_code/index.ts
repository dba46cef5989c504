import { defineTool, writes } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { fullInput, input, output } from "./schema.ts";

export default defineTool({
  name: "edit_code",
  description,
  guide,
  input,
  fullInput,
  output,
  effects: writes,
  deadlineMs: 120_000,
  examples: [
    {
      title: "Look at a new body before it is written",
      input: {
        action: "replace",
        path: "src/store.ts",
        symbol: "add",
        part: "body",
        body: "return b + a;",
        expect: "return a + b",
        dry_run: true,
      },
    },
    {
      title: "A method at the end of a class",
      input: {
        action: "insert",
        path: "src/store.ts",
        symbol: "Store",
        position: "last",
        body: 'has(key: string): boolean {\n  return key !== "";\n}',
        wait: 0,
      },
    },
    {
      title: "What can be undone",
      input: { action: "undo", dry_run: true },
    },
    {
      title: "Something that is still used",
      input: { action: "remove", path: "src/store.ts", symbol: "Store", wait: 0 },
      fails: "still_used",
    },
    {
      title: "No such symbol",
      input: { action: "replace", path: "src/store.ts", symbol: "none", body: "let none;" },
      fails: "no_symbol",
    },
  ],
  handle,
  format,
});
