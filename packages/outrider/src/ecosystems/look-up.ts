import { constants } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";

/** How ecosystems read the disk. Nothing here fails: whatever cannot be read counts as missing. */
export interface LookUp {
  /** The real path of a directory; undefined if there is none. */
  realDirectory(path: string): Promise<string | undefined>;
  /** Names in a directory, sorted; empty if it cannot be read. */
  namesIn(path: string): Promise<readonly string[]>;
  /** The beginning of a small text file; undefined if it cannot be read. */
  readStart(path: string, maxBytes?: number): Promise<string | undefined>;
}

export const lookUp: LookUp = { realDirectory, namesIn, readStart };

/** For a single question about very many libraries: nothing is read twice. */
export function createCachedLookUp(): LookUp {
  const names = new Map<string, Promise<readonly string[]>>();
  const texts = new Map<string, Promise<string | undefined>>();
  return {
    realDirectory,
    namesIn: (path) => once(names, path, () => namesIn(path)),
    readStart: (path, maxBytes) => once(texts, path, () => readStart(path, maxBytes)),
  };
}

/** The path after the last directory with this name; undefined if there is none. */
export function pathBelow(path: string, directory: string): string | undefined {
  const mark = `/${directory}/`;
  const at = path.lastIndexOf(mark);
  return at === -1 ? undefined : path.slice(at + mark.length);
}

function once<Value>(known: Map<string, Promise<Value>>, key: string, look: () => Promise<Value>): Promise<Value> {
  const value = known.get(key) ?? look();
  known.set(key, value);
  return value;
}

async function realDirectory(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return (await readdir(path)).toSorted();
  } catch {
    return [];
  }
}

async function readStart(path: string, maxBytes = 1024 * 1024): Promise<string | undefined> {
  try {
    // Opening a named pipe must not block.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await handle.stat();
      if (!found.isFile()) return undefined;
      const length = Math.min(maxBytes, found.size);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
