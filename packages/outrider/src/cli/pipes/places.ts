import { realpath } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { isLibraryPath } from "../../libraries/library-path.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";

/** Paths as a person writes them in a shell, and as tools know them. */
export interface Places {
  /** The directory the person is in, as a tool takes it; undefined outside of the project. */
  readonly here: string | undefined;
  /** A path of an answer, from the directory the person is in, so that any program opens it. */
  shown(file: string): string;
  /** A path or glob that the person has written, as a tool takes it. */
  asked(path: string): string;
  /** The real path of the file on disk. */
  onDisk(path: string): string;
}

export async function openPlaces(cwd: string, root: string): Promise<Places> {
  const here = await realpath(cwd);
  const onDisk = (path: string): string => resolve(here, path);
  return {
    here: isInside(root, here) ? relativeTo(root, here) || "." : undefined,
    shown(file) {
      if (isLibraryPath(file) || isAbsolute(file)) return file;
      return relativeTo(here, join(root, file));
    },
    asked(path) {
      if (isLibraryPath(path)) return path;
      const meant = onDisk(path);
      if (!isInside(root, meant)) return meant;
      const between = relativeTo(root, meant);
      return between === "" ? "." : between;
    },
    onDisk,
  };
}
