import { lstatSync, readdirSync, watch as watchDirectory, type FSWatcher } from "node:fs";
import { dirname, join } from "node:path";

export interface FolderWatches {
  /** Watches the folders as they are now. */
  renew(): void;
  close(): void;
}

/** Tells that something happened, never what: one watch that fails leaves the look of every list. */
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
      // Gone by now, or the system allows no more watches.
    }
  }

  return {
    renew() {
      const now = foldersOf(base);
      // A folder may have been put in the place of another of the same name.
      for (const [directory, { ino }] of watched) if (now.get(directory) !== ino) drop(directory);
      for (const [directory, ino] of now) if (!watched.has(directory)) add(directory, ino);
    },
    close() {
      for (const directory of watched.keys()) drop(directory);
    },
  };
}

const deepest = 6;
/** Watches are few on some systems, and there are other projects. */
const maxFolders = 500;

/** The folders to watch with their inodes: the state directory, or the nearest above it that exists, and those with memories. */
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

/** Undefined for what is no directory, a link among them. */
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
