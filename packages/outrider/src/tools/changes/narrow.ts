import type { ChangedFile } from "../../git/list-changes.ts";
import { relativeTo } from "../../workspace/paths/inside.ts";
import type { Project } from "../../workspace/project.ts";
import { readScope } from "../file-scope.ts";
import type { Input } from "./schema.ts";

/** Those of the files that the path of the question names; it may be one that is gone. */
export async function narrowTo(
  files: readonly ChangedFile[],
  input: Input,
  { project, signal }: { readonly project: Project; readonly signal: AbortSignal },
): Promise<readonly ChangedFile[]> {
  const wanted = input.path?.replace(/^(?:\.\/)+|\/+$/g, "");
  if (wanted === undefined || wanted === "" || wanted === ".") return files;
  const named = files.filter(({ path }) => path === wanted || path.startsWith(`${wanted}/`));
  if (named.length > 0) return named;
  const scope = await readScope(input.path, project, { tool: "changes", input, prefix: "", signal });
  if (scope.kind !== "file") return files.filter(({ path }) => scope.has(path));
  const only = relativeTo(project.root, scope.file.real);
  return files.filter(({ path }) => path === only);
}
