import { relative, sep, isAbsolute } from "node:path";

/** Whether `path` is `root` or below it. Both are real paths; a name that merely begins alike is outside. */
export function isInside(root: string, path: string): boolean {
  if (root === path) return true;
  const between = relative(root, path);
  return between !== "" && between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between);
}

/** The way from `root` down to `path`, with "/" between on every system. */
export function relativeTo(root: string, path: string): string {
  const between = relative(root, path);
  return sep === "/" ? between : between.replaceAll(sep, "/");
}
