import { open, rename, utimes, type FileHandle } from "node:fs/promises";
import { alignToCharacter } from "../output/utf8.ts";
import { removeQuietly, storedPath, unfinishedPath } from "./spill-files.ts";

/**
 * Writes header and text under a name that no reader looks at, and syncs it. Leaves nothing behind when it fails.
 * Returns the time by the clock of the file system.
 */
export async function writeUnfinished(directory: string, id: string, header: Buffer, text: string): Promise<number> {
  const path = unfinishedPath(directory, id);
  const file = await open(path, "wx", 0o600);
  try {
    await writeAll(file, header, text);
    const { mtimeMs } = await file.stat();
    await file.close();
    return mtimeMs;
  } catch (error) {
    await file.close().catch(() => undefined);
    await removeQuietly(path);
    throw error;
  }
}

async function writeAll(file: FileHandle, header: Buffer, text: string): Promise<void> {
  await file.writeFile(header);
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = alignToCharacter(text, start + sliceLength);
    await file.writeFile(text.slice(start, end));
  }
  await file.sync();
}

// Encoding blocks the event loop, so it goes in steps.
const sliceLength = 1_048_576;

/** Makes a finished file readable under its handle, dated `stamp`: expiry and age go by the date of the file. */
export async function publish(directory: string, id: string, stamp: number): Promise<void> {
  const from = unfinishedPath(directory, id);
  const to = storedPath(directory, id);
  try {
    await rename(from, to);
    await utimes(to, stamp / 1000, stamp / 1000);
  } catch (error) {
    await Promise.all([removeQuietly(from), removeQuietly(to)]);
    throw error;
  }
}
