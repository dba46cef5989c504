import type { Walk } from "../walk/walk.ts";
import { below, parentOf } from "./below.ts";

/** The files directly in one directory, by name. */
export type ListDirectory = (path: string, signal: AbortSignal) => Walk;

// Beyond this many a sweep is no more expensive.
const maxDirectories = 4;

/**
 * Lists the directories of unknown files, instead of the whole project. Undefined if only a sweep can tell:
 * ripgrep enters a directory that is passed to it even if it is ignored, so each must be known to contain files.
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
