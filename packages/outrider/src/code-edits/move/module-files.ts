import { ToolError } from "toolwright";
import type { ModuleFacts } from "../../languages/modules/module-facts.ts";
import { relativeTo } from "../../workspace/paths/inside.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";

/** A file of the draft, with what it imports, exports and uses. */
export interface ModuleFile {
  readonly file: DraftFile;
  readonly facts: ModuleFacts;
}

/** Whether a file exists at a path relative to the root, taking the draft into account. */
export type FileLookup = (path: string) => Promise<boolean>;

export async function readModuleFile(
  { symbols, signal }: EditContext,
  file: DraftFile,
): Promise<ModuleFile | undefined> {
  const facts = await symbols.moduleOf(file.path, file.text, { signal });
  return facts === undefined ? undefined : { file, facts };
}

/** Files of the draft that contain one of these words; those that cannot be edited are only named. */
export async function readModulesNaming(
  context: EditContext,
  draft: Draft,
  words: readonly string[],
): Promise<{ readonly modules: readonly ModuleFile[]; readonly closed: readonly string[] }> {
  const { symbols, signal } = context;
  const paths = new Set([...(await symbols.filesNaming(words, { signal })), ...changedPaths(context, draft)]);
  const modules: ModuleFile[] = [];
  const closed: string[] = [];
  for (const path of paths) {
    signal.throwIfAborted();
    try {
      const module = await readModuleFile(context, await draft.read(path));
      if (module !== undefined) modules.push(module);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (!isGone(error)) closed.push(path);
    }
  }
  return { modules, closed };
}

function isGone(error: ToolError): boolean {
  return error.code === "not_found";
}

function changedPaths({ project }: EditContext, draft: Draft): readonly string[] {
  return draft.changes().flatMap((change) => {
    if (change.kind === "remove") return [];
    return [relativeTo(project.root, change.kind === "move" ? change.to.real : change.file.real)];
  });
}

export function createLookup({ project }: EditContext, draft: Draft): FileLookup {
  const here = new Set<string>();
  const gone = new Set<string>();
  for (const change of draft.changes()) {
    const path = relativeTo(project.root, change.file.real);
    if (change.kind === "move") here.add(relativeTo(project.root, change.to.real));
    if (change.kind === "move" || change.kind === "remove") gone.add(path);
    else here.add(path);
  }
  return async (path) => {
    if (here.has(path)) return true;
    if (gone.has(path) || path.startsWith("../") || path === "") return false;
    try {
      return (await project.files.locate(path, "read")).kind === "file";
    } catch (error) {
      if (error instanceof ToolError) return false;
      throw error;
    }
  };
}
