import type { LibraryFinder, OpenLibrary } from "../libraries/library-finder.ts";
import { isLibraryPath } from "../libraries/library-path.ts";
import type { Project } from "../workspace/project.ts";

/** Which project a path refers to, and the path inside it: a library is a read-only project. */
export type ProjectTarget = Pick<OpenLibrary, "project" | "prefix"> & {
  /** Undefined for the whole project. */
  readonly path: string | undefined;
  readonly library?: Pick<OpenLibrary, "name" | "version">;
};

export async function openTarget(
  path: string | undefined,
  project: Project,
  libraries: Pick<LibraryFinder, "open">,
): Promise<ProjectTarget> {
  if (path === undefined || !isLibraryPath(path)) return { project, path: path === "" ? undefined : path, prefix: "" };
  const { path: below, name, version, ...opened } = await libraries.open(project, path);
  const library = opened.prefix === "" ? {} : { library: { name, version } };
  return { ...opened, path: below === "" ? undefined : below, ...library };
}
