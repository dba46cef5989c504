import { relativeTo } from "../../workspace/paths/inside.ts";
import { readScope as readFileScope } from "../file-scope.ts";
import type { SearchedPlace } from "./places.ts";
import type { Input } from "./schema.ts";

/** Which files of a place a question is about; undefined for all. */
export async function readScope(
  { project, path, prefix }: SearchedPlace,
  input: Input,
  signal: AbortSignal,
): Promise<((path: string) => boolean) | undefined> {
  const scope = await readFileScope(path, project, { tool: "semantic_search", input, prefix, signal });
  if (scope.kind === "project") return undefined;
  if (scope.kind !== "file") return (each) => scope.has(each);
  const only = relativeTo(project.root, scope.file.real);
  return (each) => each === only;
}
