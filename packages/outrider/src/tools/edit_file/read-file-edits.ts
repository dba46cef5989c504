import { isToolError, ToolError } from "toolwright";
import type { AppliedChanges } from "../../edits/apply-edits.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { nothingAt } from "../not-found.ts";
import { unclear } from "./read-pattern.ts";
import { type Input, type ListedEdit, readEdits } from "./schema.ts";

/** The edits of one file. */
export interface FileEdits {
  readonly file: Located;
  readonly changes: AppliedChanges;
}

export interface EditQuestion {
  readonly input: Input;
  readonly project: Project;
  readonly signal: AbortSignal;
  readonly hidesSecrets: boolean;
}

/** The edits of a call by file, in the order in which files are first named. */
export async function readFileEdits(question: EditQuestion): Promise<readonly FileEdits[]> {
  const { input, project, signal } = question;
  const { edits: listed, frontMatter } = readChanges(input);
  const byFile = new Map<string, { file: Located; edits: ListedEdit[]; names: string[] }>();
  const add = async (path: string | undefined, edit?: ListedEdit, name?: string): Promise<void> => {
    if (path === undefined) throw unclear(`${name ?? "This call"} names no file`, "Give `path`.");
    const file = await project.files.locate(path, "write");
    if (file.kind === "missing") throw await nothingToEdit(project, file, { input, signal });
    const known = byFile.get(file.real) ?? { file, edits: [], names: [] };
    byFile.set(file.real, known);
    if (edit === undefined) return;
    known.edits.push(edit);
    known.names.push(`${name ?? ""} of ${showPath(file.shown)}`);
  };
  for (const [index, edit] of listed.entries()) {
    try {
      await add(edit.path ?? input.path, edit, `edits[${index}]`);
    } catch (error) {
      throw input.edits === undefined || edit.path === undefined ? error : inList(index, error);
    }
  }
  if (frontMatter !== undefined) await add(input.path);
  const isSeveral = byFile.size > 1;
  const own = frontMatter === undefined ? undefined : (await project.files.locate(input.path ?? "", "write")).real;
  return [...byFile.values()].map(({ file, edits, names }) => ({
    file,
    changes: {
      edits: edits.map(({ path: _path, ...edit }) => edit),
      ...(file.real === own ? { frontMatter } : {}),
      ...(isSeveral ? { names } : {}),
    },
  }));
}

function readChanges(input: Input): Pick<AppliedChanges, "frontMatter"> & { readonly edits: readonly ListedEdit[] } {
  const { old_string, new_string, replace_all, symbol, position, line, edits, front_matter: frontMatter } = input;
  const single = { old_string, new_string, replace_all, symbol, position, line };
  const given = Object.entries(single).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (edits === undefined)
    return { edits: given.length === 0 && frontMatter !== undefined ? [] : [single], frontMatter };
  if (given.length === 0) return { edits: readEdits(edits), frontMatter };
  const named = given.map((key) => `\`${key}\``).join(", ");
  throw unclear(`Beside \`edits\` there is ${named}`, "Put it into an edit of the list, or leave `edits` out.");
}

function inList(index: number, error: unknown): unknown {
  if (!isToolError(error)) return error;
  const { code, message, next } = error;
  return new ToolError(code, `edits[${index}]: ${message}\nNo edit was made.`, {
    cause: error,
    ...(next === undefined ? {} : { next }),
  });
}

/** Text for a file that does not exist yet is meant for `create_file`; otherwise the path is wrong. */
async function nothingToEdit(
  opened: Project,
  file: Located,
  { input, signal }: { readonly input: Input; readonly signal: AbortSignal },
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
