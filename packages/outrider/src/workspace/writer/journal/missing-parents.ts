import { lstat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isInside, relativeTo } from "../../paths/inside.ts";
import { hasCode } from "../io-error.ts";

/** The directories that have to be created for these paths, outermost first. */
export async function missingParents(root: string, paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(resolve(root, path)); !found.has(at) && (await isMissing(at)); at = dirname(at))
      found.add(at);
  }
  return [...found].toSorted((one, other) => one.length - other.length).map((each) => recordedPath(root, each));
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    return hasCode(error, "ENOENT");
  }
}

/** The path as records and answers name it. */
export function recordedPath(root: string, real: string): string {
  return isInside(root, real) ? relativeTo(root, real) : real;
}
