import { constants } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";

/** The real path of a directory; undefined when there is none. */
export async function realDirectory(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Names in a directory, sorted; none when it cannot be read. */
export async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return (await readdir(path)).toSorted();
  } catch {
    return [];
  }
}

/** The beginning of a small text file; undefined when it cannot be read. */
export async function readStart(path: string, maxBytes = 1024 * 1024): Promise<string | undefined> {
  try {
    // A pipe in its place must not hold us.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await handle.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
