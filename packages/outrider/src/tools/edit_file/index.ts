import { defineTool, type Call, writes } from "toolwright";
import type { Services } from "../../services.ts";
import { applyPreview } from "./apply-preview.ts";
import description from "./description.md" with { type: "text" };
import { editText } from "./edit-text.ts";
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { previewMatches } from "./preview-matches.ts";
import { readPattern } from "./read-pattern.ts";
import { input, output, type Input, type Output } from "./schema.ts";

export default defineTool({
  name: "edit_file",
  description,
  guide,
  input,
  output,
  effects: writes,
  deadlineMs: 120_000,
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
      title: "Preview a replacement in many files",
      input: { pattern: String.raw`\bHello\b`, new_string: "Good day", glob: ["*.md", "!CHANGELOG.md"] },
    },
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

/** Edits what the call names; finds and shows what a pattern fits; or writes what was shown. */
async function handle(
  input: Input,
  { workspace, symbolsOf, hidesSecrets }: Pick<Services, "workspace" | "symbolsOf" | "hidesSecrets">,
  call: Call,
): Promise<Output> {
  const project = await workspace.project(input.project);
  const context = { project, symbols: () => symbolsOf(project), call, hidesSecrets };
  if (input.apply !== undefined) return await applyPreview(input.apply, input, context);
  const question = readPattern(input);
  if (question !== undefined) return await previewMatches(input, question, context);
  return await editText({ input, project, signal: call.signal, hidesSecrets });
}
