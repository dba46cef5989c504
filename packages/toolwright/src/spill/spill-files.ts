import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../tool/error-code.ts";

export interface SpillFile {
  readonly path: string;
  readonly id: string;
  readonly kind: "stored" | "unfinished";
  readonly bytes: number;
  /** Wall-clock milliseconds. */
  readonly changedAt: number;
}

const storedEnding = ".out";
const unfinishedEnding = ".tmp";
const nameShape = /^([a-z2-7]{16})\.(out|tmp)$/;

export function storedPath(directory: string, id: string): string {
  return join(directory, id + storedEnding);
}

export function unfinishedPath(directory: string, id: string): string {
  return join(directory, id + unfinishedEnding);
}

/** Our plain files in the directory; whatever else lies there is none of our business. */
export async function listSpillFiles(directory: string): Promise<readonly SpillFile[]> {
  const names = await readdir(directory);
  const files: SpillFile[] = [];
  for (let start = 0; start < names.length; start += batch) {
    const found = await Promise.all(names.slice(start, start + batch).map((name) => inspect(directory, name)));
    files.push(...found.filter((file) => file !== undefined));
  }
  return files;
}

const batch = 64;

async function inspect(directory: string, name: string): Promise<SpillFile | undefined> {
  const [, id, ending] = nameShape.exec(name) ?? [];
  if (id === undefined) return undefined;
  const path = join(directory, name);
  const facts = await lstat(path).catch(ignoreAbsence);
  if (facts === undefined || !facts.isFile()) return undefined;
  const kind = ending === "out" ? "stored" : "unfinished";
  return { path, id, kind, bytes: facts.size, changedAt: facts.mtimeMs };
}

// Another process may prune the same directory at any time.
function ignoreAbsence(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}

/** A file that cannot be removed now is removed by a later write. */
export async function removeQuietly(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}
