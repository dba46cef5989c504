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
/** Larger logs are neither read nor written: the whole log is kept in memory. */
export const maxLogBytes = 2 ** 30;

/** How far a log has been read. */
export interface ReadPlace {
  readonly header: LogHeader;
  /** After the last complete entry. */
  readonly end: number;
  /** Identifies a state of the file. */
  readonly stamp: string;
  readonly size: number;
}

export type LogRead =
  /** Nothing new since the last time. */
  | { readonly found: "same" }
  /** No file, or one that cannot be trusted: a link, writable by others, or with a damaged header. */
  | { readonly found: "nothing" }
  /** A valid header of another project or version. */
  | { readonly found: "foreign" }
  /** What was appended to the file. */
  | { readonly found: "more"; readonly bytes: Buffer; readonly stamp: string; readonly size: number }
  /** A different file than before, from its first entry on. */
  | {
      readonly found: "other";
      readonly header: LogHeader;
      readonly bytes: Buffer;
      readonly stamp: string;
      readonly size: number;
    };

/** Reads what is new. Never follows a link and never blocks on a pipe. */
export async function readLogFile(directory: string, identity: string, known: ReadPlace | undefined): Promise<LogRead> {
  return await inDirectory(directory, async (held) => {
    const seen = await look(held);
    if (seen === undefined || !isOurs(seen)) return { found: "nothing" };
    if (known !== undefined && known.end === known.size && stampOf(seen) === known.stamp) return { found: "same" };
    try {
      return await withOpened(held, constants.O_RDONLY, (handle) => readOpened(handle, identity, known));
    } catch (error) {
      // Removed, replaced by a link or unreadable: a new file is written in its place.
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

/** One buffer, so that records are views of it; shorter if the file has become shorter. */
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
 * Appends complete entries to the file that was last read, and returns how far it is then known; undefined if it is another
 * file or ends elsewhere. Only under the lock.
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

/** After the disk became full: complete entries are kept, since other processes may have read them already. */
async function cutTorn(handle: FileHandle, start: number, entries: Buffer): Promise<void> {
  const { size } = await handle.stat();
  const written = entries.subarray(0, Math.max(0, size - start));
  let at = 0;
  for (let end = entryEnd(written, 0); end !== undefined; end = entryEnd(written, at)) at = end;
  await handle.truncate(start + at);
}

/** Replaces the file, whatever is there. Only under the lock; `confirm` is called right before. */
export async function replaceLog(
  directory: string,
  header: LogHeader,
  bytes: Uint8Array,
  confirm: () => Promise<void>,
): Promise<ReadPlace | undefined> {
  await inDirectory(directory, async (held) => {
    const seen = await look(held);
    // A file writable by others would keep its mode and owner; a link is removed, not followed.
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

/** Only trusts files that this user alone can have written. On Windows the directory's access list has to suffice. */
function isOurs(info: BigIntStats): boolean {
  if (!info.isFile()) return false;
  const user = process.getuid?.();
  return user === undefined || (info.uid === BigInt(user) && (info.mode & 0o022n) === 0n);
}

function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join();
}
