import { constants } from "node:fs";
import { lstat, open, readlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { hashBytes } from "../../text/text-file.ts";
import { type HeldDirectory, holdDirectory } from "../held-directory.ts";
import { hasCode } from "../io-error.ts";
import { maxBytes } from "../read-current.ts";
import type { Content } from "./record.ts";

/** What is at a path now. */
export interface Found {
  /** Equal for equal content: records are compared with this. */
  readonly key: string;
  /** Null if nothing is there, or something that a change never leaves, such as a directory. */
  readonly content: Content | null;
  readonly bytes?: Buffer;
  /** Identifies the file regardless of its name. */
  readonly identity?: string;
}

export const missing = "missing";

export function keyOf(content: Content | null): string {
  if (content === null) return missing;
  return content.kind === "file" ? `file ${content.hash}` : `link ${content.target}`;
}

/** Examines the entry itself, never through a link. */
export async function findAt(real: string): Promise<Found> {
  const directory = await holdDirectory(dirname(real)).catch(undefinedIfMissing);
  if (directory === undefined) return { key: missing, content: null };
  try {
    return (await findIn(directory, basename(real)).catch(undefinedIfMissing)) ?? { key: missing, content: null };
  } finally {
    await directory.close();
  }
}

async function findIn(directory: HeldDirectory, name: string): Promise<Found> {
  const path = directory.entry(name);
  const info = await lstat(path);
  if (info.isSymbolicLink()) {
    const content = { kind: "link", target: await readlink(path) } as const;
    return { key: keyOf(content), content };
  }
  if (!info.isFile() || info.size > maxBytes) return { key: "something else", content: null };
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { mode, ino, dev } = await handle.stat();
    const bytes = await handle.readFile();
    const content: Content = { kind: "file", hash: hashBytes(bytes), size: bytes.length, mode: mode & 0o7777 };
    return { key: keyOf(content), content, bytes, identity: `${dev}:${ino}` };
  } finally {
    await handle.close();
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
}
