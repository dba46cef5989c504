import { defineTool, escapeHidden, type Call, ToolError, writes } from "toolwright";
import * as z from "zod";
import { checkText } from "../../edits/check-text.ts";
import { countLines } from "../../edits/line-offsets.ts";
import type { Services } from "../../services.ts";
import { checkNewName } from "../../workspace/paths/check-new-name.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { projectField } from "../fields.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

const input = z.strictObject({
  path: z.string().describe("The file to write"),
  content: z.string().describe("Its whole text"),
  overwrite: z.boolean().optional().describe("Replace an existing file"),
  ...projectField,
});

const output = z.strictObject({
  path: z.string(),
  result: z.enum(["created", "overwritten", "unchanged"]),
  lines: z.int(),
  bytes: z.int(),
  /** Lines of the overwritten file. */
  linesBefore: z.int().optional(),
  note: z.string().optional(),
});

type CreateFileInput = z.infer<typeof input>;

type CreateFileOutput = z.infer<typeof output>;

export default defineTool({
  name: "create_file",
  description,
  guide,
  input,
  output,
  effects: { ...writes, idempotent: true },
  deadlineMs: 60_000,
  examples: [
    { title: "A file and its directories", input: { path: "notes/todo.md", content: "# To do\n", overwrite: true } },
    { title: "One that exists", input: { path: "README.md", content: "" }, fails: "exists" },
  ],
  handle,
  format,
});

async function handle(
  { path, content, overwrite = false, project: named }: CreateFileInput,
  { workspace }: Pick<Services, "workspace">,
  { signal }: Pick<Call, "signal">,
): Promise<CreateFileOutput> {
  checkText(content, "content");
  const project = await workspace.project(named);
  const file = await project.files.locate(path, "write");
  checkNewName(path, file);
  if (file.kind === "file" && !overwrite) throw await existing(project, file);
  const { before, after, written, note } = await project.writer.create(file, content, { signal, overwrite });
  return {
    path: file.shown,
    result: resultOf(file, written),
    lines: countLines(after.text),
    bytes: after.bytes,
    ...(before === undefined ? {} : { linesBefore: countLines(before.text) }),
    ...(note === undefined ? {} : { note }),
  };
}

function resultOf(file: Located, written: boolean): CreateFileOutput["result"] {
  if (!written) return "unchanged";
  return file.kind === "missing" ? "created" : "overwritten";
}

async function existing(project: Project, file: Located): Promise<ToolError> {
  const size = await project.files.readText(file).then(
    ({ text, bytes }) => ` (${countLines(text)} lines, ${bytes} bytes)`,
    () => "",
  );
  return new ToolError(
    "exists",
    `${showPath(file.shown)} exists already${size}, nothing was written. \`overwrite: true\` replaces all of it; \`edit_file\` changes parts.`,
  );
}

function format({ path, result, lines, bytes, linesBefore, note }: CreateFileOutput): string {
  const was = linesBefore === undefined || result === "unchanged" ? "" : `, ${countOf(linesBefore, "line")} before`;
  const head = `${result} ${escapeHidden(path)} (${countOf(lines, "line")}, ${bytes} bytes${was})`;
  return note === undefined ? head : `${head}\n${note}`;
}
