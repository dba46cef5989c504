import { constants } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";

/** How ecosystems look at the disk. Nothing here fails: what cannot be read is not there. */
export interface LookUp {
  /** The real path of a directory; undefined when there is none. */
  realDirectory(path: string): Promise<string | undefined>;
  /** Names in a directory, sorted; none when it cannot be read. */
  namesIn(path: string): Promise<readonly string[]>;
  /** The beginning of a small text file; undefined when it cannot be read. */
  readStart(path: string, maxBytes?: number): Promise<string | undefined>;
}

export const lookUp: LookUp = { realDirectory, namesIn, readStart };

/** For one question about very many libraries: nothing is looked at twice. */
export function createCachedLookUp(): LookUp {
  const names = new Map<string, Promise<readonly string[]>>();
  const texts = new Map<string, Promise<string | undefined>>();
  return {
    realDirectory,
    namesIn: (path) => once(names, path, () => namesIn(path)),
    readStart: (path, maxBytes) => once(texts, path, () => readStart(path, maxBytes)),
  };
}

/** What follows the last directory of this name in a path; undefined where there is none. */
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
    // A pipe in its place must not hold us.
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
