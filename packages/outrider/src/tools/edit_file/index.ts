import { defineTool, escapeHidden, type Call, ToolError, writes } from "toolwright";
import * as z from "zod";
import { maxMarkdownChars } from "../../documents/markdown/find-section.ts";
import { type Outline, readOutline } from "../../documents/markdown/outline.ts";
import { isMarkdown } from "../../documents/markdown/sections.ts";
import { applyEdits, type AppliedChanges } from "../../edits/apply-edits.ts";
import { holdsExpected } from "../../edits/check-text.ts";
import { diffLines } from "../../edits/diff.ts";
import { type AppliedEdit, type Edit, positions } from "../../edits/edit.ts";
import { nothingAt } from "../not-found.ts";
import { toPlain } from "../../edits/plain-text.ts";
import type { Services } from "../../services.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project, ProjectFiles } from "../../workspace/project.ts";
import type { TextFile } from "../../workspace/text/text-file.ts";
import { nextCall, projectField } from "../fields.ts";
import { readListedEdits } from "../read-listed-edits.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

const text = z.string().optional();
const flag = z.boolean().optional();
const position = z.enum(positions).optional();

const input = z.strictObject({
  path: z.string().describe("The file to change"),
  old_string: text.describe("Exact text to replace; must occur once"),
  new_string: text.describe("Text to write instead, or to insert"),
  replace_all: flag.describe("Replace every match; for a section, its sub-sections too"),
  symbol: text.describe("Markdown heading: edit this section, or search only in it"),
  position: position.describe("Where to write, seen from the match, section or line; start and end are of the file"),
  line: z.number().optional().describe("Line to insert before, or line of the match that is meant"),
  // Fully typed, the list would double the cost of every turn; `listedEdits` checks it.
  edits: z
    .array(z.unknown())
    .optional()
    .describe("Several edits [{old_string, new_string, …}]; all or none are written"),
  front_matter: z.record(z.string(), z.unknown()).optional().describe("Front matter keys to set; null deletes one"),
  expect: text.describe("Refuse unless the file contains this text"),
  dry_run: flag.describe("Write nothing, show the diff"),
  ...projectField,
});

const listedEdits = z
  .array(
    z.strictObject({
      old_string: text,
      new_string: text,
      replace_all: flag,
      symbol: text,
      position,
      line: z.number().optional(),
    }),
  )
  .min(1)
  .max(100);

const output = z.strictObject({
  path: z.string(),
  written: z.boolean(),
  /** Number of lines over the whole call. */
  added: z.int(),
  removed: z.int(),
  edits: z.array(z.strictObject({ line: z.int(), places: z.int() })),
  notes: z.array(z.string()),
  diff: z.string(),
});

type EditFileInput = z.infer<typeof input>;

type EditFileOutput = z.infer<typeof output>;

/** An edit scans the whole text several times without yielding. */
const maxBytes = 8 * 1024 * 1024;

/** A requested diff may be long; one that only confirms is short. */
const dryRunDiff = { context: 3, maxLines: 400 };
const writtenDiff = { context: 1, maxLines: 30 };
const listedFields = "some of: old_string, new_string, replace_all, symbol, position, line";

export default defineTool({
  name: "edit_file",
  description,
  guide,
  input,
  output,
  effects: writes,
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

async function handle(
  input: EditFileInput,
  { workspace }: Pick<Services, "workspace">,
  { signal }: Pick<Call, "signal">,
): Promise<EditFileOutput> {
  const changes = readChanges(input);
  const project = await workspace.project(input.project);
  const file = await project.files.locate(input.path, "write");
  if (file.kind === "missing") throw await nothingToEdit(project, file, { input, signal });
  await checkSize(project.files, file);
  const outlineOf = await outlineAhead(project.files, file, { edits: changes.edits, signal });
  let applied: readonly AppliedEdit[] = [];
  const change = ({ text, eol, hash }: TextFile): string => {
    if (input.expect !== undefined && !holdsExpected(text, hash, input.expect)) throw notAsExpected(file, input.expect);
    const edited = applyEdits({ text, eol, path: file.shown, outline: outlineOf?.(text) }, changes);
    applied = edited.applied;
    return edited.text;
  };
  const { dry_run: dryRun = false } = input;
  const { before, after, written, note } = await project.writer.edit(file, change, { signal, dryRun });
  const { text: diff, added, removed } = diffLines(before?.text ?? "", after.text, dryRun ? dryRunDiff : writtenDiff);
  return {
    path: file.shown,
    written,
    added,
    removed,
    edits: applied.map(({ line, places }) => ({ line, places })),
    notes: [...describeNotes(applied), ...(note === undefined ? [] : [note])],
    diff,
  };
}

function notAsExpected(file: Located, expect: string): ToolError {
  return new ToolError(
    "stale",
    `${showPath(file.shown)} has no ${JSON.stringify(expect.slice(0, 200))} any more; nothing was changed. Read it again.`,
    nextCall("read_file", { path: file.shown }),
  );
}

/** Text for a file that does not exist yet is meant for `create_file`; otherwise the path is wrong. */
async function nothingToEdit(
  opened: Project,
  file: Located,
  { input, signal }: { readonly input: EditFileInput; readonly signal: AbortSignal },
): Promise<ToolError> {
  const { old_string: old = "", new_string: content, symbol = "", edits, project } = input;
  if (edits !== undefined || content === undefined || old !== "" || symbol !== "") {
    return await nothingAt(opened, file, { what: "file", signal, project });
  }
  return new ToolError(
    "not_found",
    `There is no file ${showPath(file.shown)}. \`create_file\` makes it, with \`new_string\` as its \`content\`.`,
  );
}

function readChanges(input: EditFileInput): AppliedChanges {
  const { old_string, new_string, replace_all, symbol, position, line, edits, front_matter: frontMatter } = input;
  const single = { old_string, new_string, replace_all, symbol, position, line };
  const given = Object.entries(single).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (edits === undefined)
    return { edits: given.length === 0 && frontMatter !== undefined ? [] : [single], frontMatter };
  if (given.length === 0) return { edits: readListedEdits(listedEdits, edits, listedFields), frontMatter };
  throw new ToolError(
    "unclear_edit",
    `Beside \`edits\` there is ${given.map((key) => `\`${key}\``).join(", ")}: put it into an edit of the list, or leave \`edits\` out.`,
  );
}

function describeNotes(applied: readonly AppliedEdit[]): readonly string[] {
  return applied.flatMap(({ notes }, index) =>
    notes.map((note) => (applied.length === 1 ? note : `edits[${index}]: ${note}`)),
  );
}

/** Refuses files that would take too long, before reading them. */
async function checkSize(files: ProjectFiles, file: Located): Promise<void> {
  const handle = await files.open(file);
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) throw tooLarge(file, size);
  } finally {
    await handle.close();
  }
}

/** The outline for edits that name a heading, parsed in advance and with pauses; valid only for the text that was read. */
async function outlineAhead(
  files: ProjectFiles,
  file: Located,
  { edits, signal }: { readonly edits: readonly Edit[]; readonly signal: AbortSignal },
): Promise<((text: string) => Outline | undefined) | undefined> {
  if (!isMarkdown(file.shown) || !edits.some(({ symbol }) => symbol !== undefined && symbol !== "")) return undefined;
  const read = await files.readText(file, { maxBytes });
  if (read.text.length > maxMarkdownChars) return undefined;
  const outline = await readOutline(toPlain(read.text, read.eol).text, { signal });
  return (text) => (text === read.text ? outline : undefined);
}

function tooLarge(file: Located, size: number): ToolError {
  return new ToolError(
    "too_large",
    `${showPath(file.shown)} has ${size} bytes, and at most ${maxBytes} are edited. Change it with a command (sed, a script) instead.`,
  );
}

/** What changed, where it deviates from the request, the diff. */
function format({ path, written, added, removed, edits, notes, diff }: EditFileOutput): string {
  const lines = [...new Set(edits.map(({ line }) => line))];
  const places = edits.reduce((sum, edit) => sum + edit.places, 0);
  const where =
    lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.slice(0, 10).join(", ")}${lines.length > 10 ? " …" : ""}`;
  const count = places === 1 ? where : `${places} places, ${where}`;
  const head = `${escapeHidden(path)}: +${added} -${removed} (${count})${written ? "" : "; dry run, nothing written"}`;
  return [head, ...notes, ...(diff === "" ? [] : [diff])].join("\n");
}
