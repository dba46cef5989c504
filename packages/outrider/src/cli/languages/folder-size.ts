import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Size of all files below the folder, in megabytes. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  }
  return Math.max(1, Math.round(bytes / 1_000_000));
}
