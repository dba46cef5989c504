import { lstatSync, readdirSync, watch as watchDirectory, type FSWatcher } from "node:fs";
import { dirname, join } from "node:path";

export interface FolderWatches {
  /** Watches the current folders. */
  renew(): void;
  close(): void;
}

/** Reports that something happened, but not what. If a watch fails, listing still finds the changes. */
export function createFolderWatches(base: string, onEvent: () => void): FolderWatches {
  const watched = new Map<string, { readonly watcher: FSWatcher; readonly ino: number }>();

  function drop(directory: string): void {
    watched.get(directory)?.watcher.close();
    watched.delete(directory);
  }

  function add(directory: string, ino: number): void {
    try {
      const watcher = watchDirectory(directory, { persistent: false }, onEvent);
      watcher.on("error", () => drop(directory));
      watched.set(directory, { watcher, ino });
    } catch {
      // It no longer exists, or the system allows no more watches.
    }
  }

  return {
    renew() {
      const now = foldersOf(base);
      // A folder may have been replaced by another one of the same name.
      for (const [directory, { ino }] of watched) if (now.get(directory) !== ino) drop(directory);
      for (const [directory, ino] of now) if (!watched.has(directory)) add(directory, ino);
    },
    close() {
      for (const directory of watched.keys()) drop(directory);
    },
  };
}

const deepest = 6;
/** Some systems allow few watches, and there are other projects. */
const maxFolders = 500;

/** The folders to watch, with inodes: those with memories, and the state directory or the nearest existing one above it. */
function foldersOf(base: string): ReadonlyMap<string, number> {
  const ino = inodeOf(base);
  if (ino === undefined) return nearestAbove(base);
  const found = new Map([[base, ino]]);
  let level = ["memories", "private"].map((folder) => join(base, folder));
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    level = level.flatMap((directory) => {
      const inode = found.size < maxFolders ? inodeOf(directory) : undefined;
      if (inode === undefined) return [];
      found.set(directory, inode);
      return foldersIn(directory);
    });
  }
  return found;
}

function nearestAbove(path: string): ReadonlyMap<string, number> {
  const directory = dirname(path);
  const ino = inodeOf(directory);
  if (ino !== undefined) return new Map([[directory, ino]]);
  return directory === path ? new Map() : nearestAbove(directory);
}

/** Undefined if it is not a directory; a link is not one. */
function inodeOf(path: string): number | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isDirectory() ? stats.ino : undefined;
  } catch {
    return undefined;
  }
}

function foldersIn(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [join(directory, entry.name)] : []));
  } catch {
    return [];
  }
}
