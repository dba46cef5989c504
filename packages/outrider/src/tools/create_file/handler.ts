import { type Call, ToolError } from "toolwright";
import { checkText } from "../../edits/check-text.ts";
import { countLines } from "../../edits/line-offsets.ts";
import type { Services } from "../../services.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import type { CreateFileInput, CreateFileOutput } from "./schema.ts";

export async function handle(
  { path, content, overwrite = false, project: named }: CreateFileInput,
  { workspace }: Pick<Services, "workspace">,
  { signal }: Pick<Call, "signal">,
): Promise<CreateFileOutput> {
  checkText(content, "content");
  const project = await workspace.project(named);
  const file = await project.files.locate(path, "write");
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
