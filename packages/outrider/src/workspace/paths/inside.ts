import { homedir, userInfo } from "node:os";
import { relative, sep, isAbsolute, resolve } from "node:path";

/** Whether `path` is `root` or below it. Both are real paths; a sibling with the same prefix is outside. */
export function isInside(root: string, path: string): boolean {
  if (root === path) return true;
  const between = relative(root, path);
  return between !== "" && between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between);
}

/** The path relative to `root`, with forward slashes on every system. */
export function relativeTo(root: string, path: string): string {
  const between = relative(root, path);
  return sep === "/" ? between : between.replaceAll(sep, "/");
}

/** The user's home, even if HOME is empty or relative: settings are never read from the current directory. */
export function homeDirectory(): string {
  try {
    const told = homedir();
    return isAbsolute(told) ? told : userInfo().homedir;
  } catch {
    // A user unknown to the system, as in some containers: nowhere is better than anywhere.
    return nowhere;
  }
}

const nowhere = resolve("/nonexistent");

/** A directory from the environment, if it is an absolute path. */
export function directoryFrom(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}
