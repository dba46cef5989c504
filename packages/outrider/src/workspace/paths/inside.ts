import { homedir, userInfo } from "node:os";
import { relative, sep, isAbsolute, resolve } from "node:path";

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

/** The user's home, also where HOME is empty or relative: settings are never looked for in the current directory. */
export function homeDirectory(): string {
  try {
    const told = homedir();
    return isAbsolute(told) ? told : userInfo().homedir;
  } catch {
    // A user whom the system does not know, as in some containers: nowhere is better than anywhere.
    return nowhere;
  }
}

const nowhere = resolve("/nonexistent");

/** A directory from the environment, where it is a full path. */
export function directoryFrom(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}
