import { type Call, ToolError } from "toolwright";
import { nothingAt } from "../../edits/nothing-at.ts";
import type { Services } from "../../services.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Project } from "../../workspace/project.ts";
import type { TrashEntry } from "../../workspace/writer/writer.ts";
import type { DeleteFileInput, DeleteFileOutput } from "./schema.ts";

export async function handle(
  { path, restore = false, project: named }: DeleteFileInput,
  { workspace }: Pick<Services, "workspace">,
  { signal }: Pick<Call, "signal">,
): Promise<DeleteFileOutput> {
  const project = await workspace.project(named);
  if (restore) return describe("restored", await project.writer.restore(await findEntry(project, path), { signal }));
  const target = await project.files.locate(path, "write");
  if (target.kind === "missing") {
    throw await nothingAt(project, target, { what: "file or directory", signal, project: named });
  }
  return describe("deleted", await project.writer.remove(target, { signal }));
}

function describe(result: DeleteFileOutput["result"], { path, kind, id }: TrashEntry): DeleteFileOutput {
  return { result, path, kind, id };
}

const listed = 10;

/** The entry with that id, or the newest one of that path. */
async function findEntry(project: Project, wanted: string): Promise<string> {
  const entries = await project.writer.trash();
  const named = entries.find(({ id }) => id === wanted);
  if (named !== undefined) return named.id;
  const { shown } = await project.files.locate(wanted, "write");
  const entry = entries.find(({ path }) => path === shown);
  if (entry !== undefined) return entry.id;
  const newest = entries.slice(0, listed).map(({ path, id }) => `${showPath(path)} (${id})`);
  const more = entries.length > listed ? ` and ${entries.length - listed} older ones` : "";
  const there =
    entries.length === 0 ? "The trash is empty." : `In the trash, newest first: ${newest.join(", ")}${more}.`;
  throw new ToolError("not_in_trash", `Nothing that was deleted is called ${showPath(wanted)}. ${there}`);
}
