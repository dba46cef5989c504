import { ToolError } from "toolwright";
import { libraryPrefixes } from "../workspace/paths/check-new-name.ts";
import { showPath } from "../workspace/paths/check-path.ts";

/** `library:NAME/path`, or `lib:` for short. */
export function isLibraryPath(path: string): boolean {
  return prefixOf(path) !== undefined;
}

/** The names between the slashes; a ToolError if there are none, or one leads upwards or has invalid characters. */
export function readSegments(libraryPath: string): readonly string[] {
  const prefix = prefixOf(libraryPath);
  const segments = libraryPath
    .slice(prefix?.length ?? 0)
    .split("/")
    .filter((segment) => segment !== "");
  const bad = segments.find((segment) => segment === "." || segment === ".." || /[\\:\p{Cc}]/u.test(segment));
  if (prefix !== undefined && segments.length > 0 && bad === undefined) return segments;
  const message = `${showPath(libraryPath)} is no path of a library. Write library:NAME/path, or library:NAME@VERSION/path.`;
  throw new ToolError("invalid_path", message);
}

/** The path of a library file, as shown in answers and accepted by every tool. */
export function showLibraryPath(name: string, below: string): string {
  return `library:${name}${below === "" ? "" : `/${below}`}`;
}

function prefixOf(path: string): string | undefined {
  return libraryPrefixes.find((each) => path.startsWith(each));
}
