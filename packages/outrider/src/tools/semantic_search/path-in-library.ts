import { posix, win32 } from "node:path";
import { ToolError } from "toolwright";
import { isLibraryPath } from "../../libraries/library-path.ts";
import { showPath } from "../../workspace/paths/check-path.ts";

/** The part of `path` that lies below the library `scope`; undefined for all of it. */
export function pathInLibrary(scope: string, path: string | undefined): string | undefined {
  if (path === undefined || !isLibraryPath(path)) return pathBelow(scope, path);
  const [library, named] = [scope, path].map((each) => each.slice(each.indexOf(":") + 1).replace(/\/+$/, ""));
  if (named === library) return undefined;
  if (named?.startsWith(`${library}/`) === true) return named.slice(`${library}/`.length);
  throw new ToolError(
    "invalid_path",
    `${showPath(path)} is not in ${showPath(scope)}: leave scope out, or give a path below that library.`,
  );
}

/** As it is below whatever is searched; undefined for all of that. A path of its own would be in one place, or in none. */
export function pathBelow(scope: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const isOneOnly = posix.isAbsolute(path) || win32.isAbsolute(path) || path.startsWith("~");
  const below = posix.normalize(path).replace(/\/+$/, "");
  if (isOneOnly || below === ".." || below.startsWith("../")) {
    throw new ToolError(
      "invalid_path",
      `With scope ${showPath(scope)}, path is a file, directory or glob below each library, such as "src" or "**/*.ts"; ${showPath(path)} is none.`,
    );
  }
  return below === "." || below === "" ? undefined : below;
}
