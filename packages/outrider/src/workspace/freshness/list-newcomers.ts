import type { Walk } from "../walk/walk.ts";
import { below, parentOf } from "./below.ts";

/** The files right in one directory, by their names there. */
export type ListDirectory = (path: string, signal: AbortSignal) => Walk;

// Beyond this many a sweep is no dearer.
const maxDirectories = 4;

/**
 * Lists the directories of files that nobody knows yet, in place of the whole project. Undefined where only a sweep can
 * tell: ripgrep enters a directory that is named to it even if it is ignored, so that each must be known to hold files.
 */
export async function listNewcomers(
  newcomers: Iterable<string>,
  isListed: (directory: string) => boolean,
  list: ListDirectory | undefined,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const directories = [...new Set([...newcomers].map((path) => parentOf(path)))];
  if (directories.length === 0) return [];
  if (list === undefined || directories.length > maxDirectories || !directories.every(isListed)) return undefined;
  const found: string[] = [];
  for (const directory of directories) {
    const walk = list(directory, signal);
    for await (const { path, undecodable } of walk) {
      if (undecodable !== true && !path.includes("/")) found.push(below(directory, path));
    }
    if (walk.counts().alone) return undefined;
  }
  return found;
}
