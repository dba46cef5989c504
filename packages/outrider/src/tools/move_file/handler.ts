import { basename } from "node:path";
import type { Call } from "toolwright";
import { nothingAt } from "../../edits/nothing-at.ts";
import type { Services } from "../../services.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { ProjectFiles } from "../../workspace/project.ts";
import type { MoveFileInput, MoveFileOutput } from "./schema.ts";

export async function handle(
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

/** A directory, or what ends with a slash, is moved into; the same directory in other letters is a new name for it. */
async function locateTarget(files: ProjectFiles, from: Located, path: string, to: string): Promise<Located> {
  const target = await files.locate(to, "write");
  const isInto = (target.kind === "directory" && target.real !== from.real) || /[\\/]$/.test(to);
  return isInto ? await files.locate(`${to.replace(/[\\/]+$/, "")}/${basename(path)}`, "write") : target;
}
