import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "edit_file",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  deadlineMs: 60_000,
  examples: [
    {
      title: "Look at a change before it is made",
      input: { path: "README.md", old_string: "Hello", new_string: "Good day", dry_run: true },
    },
    {
      title: "Add to a section",
      input: { path: "README.md", symbol: "Setup", position: "end", new_string: "- One more" },
    },
    { title: "Set front matter", input: { path: "README.md", front_matter: { draft: true }, dry_run: true } },
    {
      title: "Text that is not there",
      input: { path: "README.md", old_string: "no such words", new_string: "" },
      fails: "no_match",
    },
    { title: "No such file", input: { path: "none.md", old_string: "a", new_string: "b" }, fails: "not_found" },
  ],
  handle,
  format,
});
