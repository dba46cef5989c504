import { createHash } from "node:crypto";
import { type BigIntStats, lstatSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../workspace/project.ts";
import type { Git } from "./open-git.ts";

/** What git recorded about a file when it last read it. */
export interface IndexEntry {
  /** A sparse checkout leaves it out. */
  readonly isSkipped: boolean;
  readonly mode: string;
  /** Hash of the content, in hex. */
  readonly id: string;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** Files of the index by path; conflicted files are left out. */
export async function readIndex(git: Git): Promise<ReadonlyMap<string, IndexEntry>> {
  return parseIndexEntries(await git.read(["ls-files", "-z", "-t", "--stage", "--debug"]));
}

/** Whether a file on disk differs from what is staged. One with the same stamp is unchanged; for others the content decides. */
export async function isEdited(project: Project, path: string, entry: IndexEntry): Promise<boolean> {
  const stats = statEntry(project, path);
  if (stats === undefined || isSameStamp(stats, entry)) return false;
  return (await blobId(project, path, entry.id.length)) !== entry.id;
}

export function statEntry(project: Project, path: string): BigIntStats | undefined {
  return lstatSync(join(project.root, path), { bigint: true, throwIfNoEntry: false });
}

function isSameStamp(stats: BigIntStats, { size, mtimeNs, ctimeNs }: IndexEntry): boolean {
  // On Windows git and Node mean different times by "ctime".
  const isSameChange = process.platform === "win32" || stats.ctimeNs === ctimeNs;
  return isSameChange && stats.mtimeNs === mtimeNs && stats.size === size;
}

async function blobId({ files }: Project, path: string, length: number): Promise<string | undefined> {
  try {
    const handle = await files.open(await files.locate(path, "read"));
    try {
      const { size } = await handle.stat();
      if (size > maxHashedBytes) return undefined;
      const bytes = await handle.readFile();
      const hash = createHash(length === 40 ? "sha1" : "sha256");
      return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    } finally {
      await handle.close();
    }
  } catch {
    // Unreadable files are reported where the file is judged.
    return undefined;
  }
}

const maxHashedBytes = 32 * 1024 * 1024;

/** Parses the output of `git ls-files -z -t --stage --debug`. */
function parseIndexEntries(printed: string): ReadonlyMap<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  for (const [, tag, mode = "", id = "", path = "", rest = ""] of printed.matchAll(entry)) {
    const [, ctime = "", mtime = "", size = ""] = stamps.exec(rest) ?? [];
    if (size === "") continue;
    const times = { mtimeNs: nanoseconds(mtime), ctimeNs: nanoseconds(ctime) };
    entries.set(path, { isSkipped: tag === "S", mode, id, size: BigInt(size), ...times });
  }
  return entries;
}

const entry = /(\w) (\d{6}) ([\da-f]{40,64}) 0\t([^\0]+)\0((?: {2}[^\n]*\n)*)/g;
const stamps = /ctime: (\d+:\d+)\s+mtime: (\d+:\d+)[^]*size: (\d+)/;

function nanoseconds(stamp: string): bigint {
  const [seconds = "0", rest = "0"] = stamp.split(":");
  return BigInt(seconds) * 1_000_000_000n + BigInt(rest);
}
