import { basename } from "node:path";
import { defineTool, escapeHidden, type Call, writes } from "toolwright";
import * as z from "zod";
import { nothingAt } from "../not-found.ts";
import type { Services } from "../../services.ts";
import { checkNewName } from "../../workspace/paths/check-new-name.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { ProjectFiles } from "../../workspace/project.ts";
import { projectField } from "../fields.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

const input = z.strictObject({
  path: z.string().describe("File or directory to move"),
  to: z.string().describe("New path, or an existing directory"),
  ...projectField,
});

const output = z.strictObject({ from: z.string(), to: z.string(), kind: z.enum(["file", "directory"]) });

type MoveFileInput = z.infer<typeof input>;

type MoveFileOutput = z.infer<typeof output>;

export default defineTool({
  name: "move_file",
  description,
  guide,
  input,
  output,
  effects: { ...writes, destructive: false },
  deadlineMs: 60_000,
  examples: [
    { title: "A new name", input: { path: "README.md", to: "docs/readme.md" } },
    { title: "Into a directory", input: { path: "src/a.ts", to: "lib/" } },
    { title: "Nothing there", input: { path: "none.ts", to: "some.ts" }, fails: "not_found" },
    { title: "Onto a file", input: { path: "src/a.ts", to: "README.md" }, fails: "exists" },
  ],
  handle,
  format,
});

async function handle(
  { path, to, project: named }: MoveFileInput,
  { workspace }: Pick<Services, "workspace">,
  { signal }: Pick<Call, "signal">,
): Promise<MoveFileOutput> {
  const project = await workspace.project(named);
  const from = await project.files.locate(path, "write");
  if (from.kind === "missing") {
    throw await nothingAt(project, from, { what: "file or directory", signal, project: named });
  }
  const target = await locateTarget(project.files, from, path, to);
  await project.writer.move(from, target, { signal });
  return { from: from.shown, to: target.shown, kind: from.kind };
}

/** A directory, or a path with a trailing slash, is moved into; the same directory in a different case is a rename. */
async function locateTarget(files: ProjectFiles, from: Located, path: string, to: string): Promise<Located> {
  const target = await files.locate(to, "write");
  checkNewName(to, target);
  const isInto = (target.kind === "directory" && target.real !== from.real) || /[\\/]$/.test(to);
  return isInto ? await files.locate(`${to.replace(/[\\/]+$/, "")}/${basename(path)}`, "write") : target;
}

function format({ from, to, kind }: MoveFileOutput): string {
  return escapeHidden(`moved ${kind === "directory" ? "directory " : ""}${from} to ${to}`);
}
