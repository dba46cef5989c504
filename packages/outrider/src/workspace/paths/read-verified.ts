import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { errorCode } from "./error-code.ts";

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface VerifiedBytes {
  readonly stats: Stats;
  /** Undefined if there are more bytes than requested. */
  readonly bytes: Buffer | undefined;
}

/** It exists, but cannot be read now: no permission, a failing disk, too many open files. */
export interface UnreadableFile {
  readonly unreadable: true;
  readonly bytes: undefined;
}

/**
 * Reads a whole file by its real path, synchronously: for threads that do nothing else. What was opened must be what the path
 * named, as with `openVerified`. Undefined if there is no such regular file (any more).
 */
export function readVerified(real: string, maxBytes: number): VerifiedBytes | UnreadableFile | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(real, flags);
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !isTheOneNamed(descriptor, stats, real)) return undefined;
    if (stats.size > maxBytes) return { stats, bytes: undefined };
    return { stats, bytes: readAll(descriptor, stats.size) };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return goneCodes.has(code) ? undefined : { unreadable: true, bytes: undefined };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

// The last four: a folder on Windows, a socket or a device without its driver elsewhere.
const goneCodes = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENXIO", "ENOTSUP", "EOPNOTSUPP"]);

function isTheOneNamed(descriptor: number, stats: Stats, real: string): boolean {
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === real;
    } catch (error) {
      // A container without /proc: only the portable way is left.
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
  if (realpathSync.native(real) !== real) return false;
  const there = statSync(real);
  return there.ino === stats.ino && there.dev === stats.dev;
}

/** A file that grew meanwhile is read up to its old size; its times tell the next sweep. */
function readAll(descriptor: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, buffer, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
