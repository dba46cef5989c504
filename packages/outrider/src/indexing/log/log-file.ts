import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { type HeldDirectory, holdDirectory } from "../../workspace/writer/held-directory.ts";
import { hasCode } from "../../workspace/writer/io-error.ts";
import { replaceFile } from "../../workspace/writer/replace-file.ts";
import { writeAll } from "../../workspace/writer/write-all.ts";
import { entryEnd } from "./log-entry.ts";
import { headerBytes, type LogHeader, parseHeader } from "./log-header.ts";

export const logName = "symbols.log";
/** More than this is neither read nor written: all of it is held in memory. */
export const maxLogBytes = 2 ** 30;

/** How far a log has been read. */
export interface ReadPlace {
  readonly header: LogHeader;
  /** Behind the last entry that was whole. */
  readonly end: number;
  /** Tells one state of the file from another. */
  readonly stamp: string;
  readonly size: number;
}

export type LogRead =
  /** Nothing since the last time. */
  | { readonly found: "same" }
  /** No file, or one that is not to be believed: a link, writable by others, damaged in its header. */
  | { readonly found: "nothing" }
  /** A whole header of another project or version. */
  | { readonly found: "foreign" }
  /** What was added to the file. */
  | { readonly found: "more"; readonly bytes: Buffer; readonly stamp: string; readonly size: number }
  /** Another file than before, from its first entry on. */
  | {
      readonly found: "other";
      readonly header: LogHeader;
      readonly bytes: Buffer;
      readonly stamp: string;
      readonly size: number;
    };

/** Reads what is new. Never follows a link and never waits at a pipe. */
export async function readLogFile(directory: string, identity: string, known: ReadPlace | undefined): Promise<LogRead> {
  return await inDirectory(directory, async (held) => {
    const seen = await look(held);
    if (seen === undefined || !isOurs(seen)) return { found: "nothing" };
    if (known !== undefined && known.end === known.size && stampOf(seen) === known.stamp) return { found: "same" };
    try {
      return await withOpened(held, constants.O_RDONLY, (handle) => readOpened(handle, identity, known));
    } catch (error) {
      // Gone, exchanged for a link or unreadable by now: a new file in its place is the way on.
      if (hasCode(error, "ENOENT", "ELOOP", "EACCES", "EPERM", "EIO")) return { found: "nothing" };
      throw error;
    }
  });
}

async function readOpened(handle: FileHandle, identity: string, known: ReadPlace | undefined): Promise<LogRead> {
  const info = await handle.stat({ bigint: true });
  const size = Number(info.size);
  if (!isOurs(info) || size > maxLogBytes) return { found: "nothing" };
  const header = parseHeader(await readRange(handle, 0, Math.min(size, headerBytes)));
  if (header === undefined) return { found: "nothing" };
  if (header.identity !== identity) return { found: "foreign" };
  const stamp = stampOf(info);
  return header.id === known?.header.id && size >= known.end
    ? { found: "more", bytes: await readRange(handle, known.end, size), stamp, size }
    : { found: "other", header, bytes: await readRange(handle, headerBytes, size), stamp, size };
}

/** One piece of memory, so that records are views of it; shorter where the file is by now. */
async function readRange(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/**
 * Adds whole entries to the file that was read last, and says how far it is known then; undefined when it is another
 * file or ends elsewhere. Under the lock only.
 */
export async function appendToLog(
  directory: string,
  known: ReadPlace,
  entries: Buffer,
): Promise<ReadPlace | undefined> {
  return await inDirectory(directory, async (held) => {
    const seen = await look(held);
    if (seen === undefined || !isOurs(seen) || stampOf(seen) !== known.stamp) return undefined;
    return await withOpened(held, constants.O_RDWR | constants.O_APPEND, async (handle) => {
      if (stampOf(await handle.stat({ bigint: true })) !== known.stamp) return undefined;
      await writeAll(handle, entries).catch(async (error: unknown) => {
        await cutTorn(handle, known.end, entries).catch(() => undefined);
        throw error;
      });
      return placeBehind(known.header, await handle.stat({ bigint: true }));
    });
  });
}

/** After a disk became full: whole entries stay, since somebody may have read them already. */
async function cutTorn(handle: FileHandle, start: number, entries: Buffer): Promise<void> {
  const { size } = await handle.stat();
  const written = entries.subarray(0, Math.max(0, size - start));
  let at = 0;
  for (let end = entryEnd(written, 0); end !== undefined; end = entryEnd(written, at)) at = end;
  await handle.truncate(start + at);
}

/** Puts a new file in the place of whatever is there. Under the lock only; `confirm` is asked right before. */
export async function replaceLog(
  directory: string,
  header: LogHeader,
  bytes: Uint8Array,
  confirm: () => Promise<void>,
): Promise<ReadPlace | undefined> {
  await inDirectory(directory, async (held) => {
    const seen = await look(held);
    // A file that others may write would keep its mode and its owner; a link is removed and not followed.
    if (seen !== undefined && (!isOurs(seen) || (seen.mode & 0o200n) === 0n)) await unlink(held.entry(logName));
  });
  await replaceFile(join(directory, logName), bytes, { mode: 0o600, confirm });
  return await inDirectory(directory, async (held) => {
    const seen = await look(held);
    return seen?.size === BigInt(bytes.length) ? placeBehind(header, seen) : undefined;
  });
}

function placeBehind(header: LogHeader, info: BigIntStats): ReadPlace {
  const size = Number(info.size);
  return { header, end: size, size, stamp: stampOf(info) };
}

async function inDirectory<T>(directory: string, work: (held: HeldDirectory) => Promise<T>): Promise<T> {
  const held = await holdDirectory(directory);
  try {
    return await work(held);
  } finally {
    await held.close();
  }
}

async function look(held: HeldDirectory): Promise<BigIntStats | undefined> {
  return await lstat(held.entry(logName), { bigint: true }).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
}

async function withOpened<T>(held: HeldDirectory, flags: number, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const safe = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(held.entry(logName), flags | safe);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** Only what this user alone can have written is believed. On Windows the directory's access list has to do. */
function isOurs(info: BigIntStats): boolean {
  if (!info.isFile()) return false;
  const user = process.getuid?.();
  return user === undefined || (info.uid === BigInt(user) && (info.mode & 0o022n) === 0n);
}

function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join();
}
