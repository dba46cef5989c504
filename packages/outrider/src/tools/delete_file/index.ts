import { defineTool, escapeHidden, type Call, ToolError, writes } from "toolwright";
import * as z from "zod";
import { nothingAt } from "../not-found.ts";
import type { Services } from "../../services.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Project } from "../../workspace/project.ts";
import type { TrashEntry } from "../../workspace/writer/writer.ts";
import { projectField } from "../fields.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

const input = z.strictObject({
  path: z.string().describe("File or directory"),
  restore: z.boolean().optional().describe("Bring it back; path may be an id of the trash"),
  ...projectField,
});

const output = z.strictObject({
  result: z.enum(["deleted", "restored"]),
  path: z.string(),
  kind: z.enum(["file", "directory"]),
  /** Id of the entry in the trash. */
  id: z.string(),
});

type DeleteFileInput = z.infer<typeof input>;

type DeleteFileOutput = z.infer<typeof output>;

const listed = 10;

export default defineTool({
  name: "delete_file",
  description,
  guide,
  input,
  output,
  effects: writes,
  deadlineMs: 60_000,
  examples: [
    { title: "A file", input: { path: "src/a.ts" } },
    { title: "Nothing there", input: { path: "none.ts" }, fails: "not_found" },
    { title: "Never deleted", input: { path: "README.md", restore: true }, fails: "not_in_trash" },
  ],
  handle,
  format,
});

async function handle(
  { path, restore = false, project: named }: DeleteFileInput,
  { workspace }: Pick<Services, "workspace">,
  { signal }: Pick<Call, "signal">,
): Promise<DeleteFileOutput> {
  const project = await workspace.project(named);
  if (restore)
    return describeDeletion("restored", await project.writer.restore(await findEntry(project, path), { signal }));
  const target = await project.files.locate(path, "write");
  if (target.kind === "missing") {
    throw await nothingAt(project, target, { what: "file or directory", signal, project: named });
  }
  return describeDeletion("deleted", await project.writer.remove(target, { signal }));
}

function describeDeletion(result: DeleteFileOutput["result"], { path, kind, id }: TrashEntry): DeleteFileOutput {
  return { result, path, kind, id };
}

/** The entry with that id, or the newest one for that path. */
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

function format({ result, path, kind, id }: DeleteFileOutput): string {
  const what = escapeHidden(`${result} ${kind === "directory" ? "directory " : ""}${path}`);
  return result === "restored" ? what : `${what} (trash id ${id}; \`restore: true\` brings it back)`;
}
