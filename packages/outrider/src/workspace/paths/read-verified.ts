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
import { errorCode } from "./resolve-real.ts";

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface VerifiedBytes {
  readonly stats: Stats;
  /** Undefined when there are more than were asked for. */
  readonly bytes: Buffer | undefined;
}

/**
 * All of a file by its real path, synchronously: for threads that do nothing else. What was opened must be what the path
 * named, as with `openVerified`. Undefined when there is no such regular file (any more).
 */
export function readVerified(real: string, maxBytes: number): VerifiedBytes | undefined {
  const descriptor = tryOpen(real);
  if (descriptor === undefined) return undefined;
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !isTheOneNamed(descriptor, stats, real)) return undefined;
    if (stats.size > maxBytes) return { stats, bytes: undefined };
    return { stats, bytes: readAll(descriptor, stats.size) };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function tryOpen(real: string): number | undefined {
  try {
    return openSync(real, flags);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function isTheOneNamed(descriptor: number, stats: Stats, real: string): boolean {
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === real;
    } catch (error) {
      // A container without /proc: the portable way is all there is.
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
  if (realpathSync.native(real) !== real) return false;
  const there = statSync(real);
  return there.ino === stats.ino && there.dev === stats.dev;
}

/** What has grown meanwhile is read up to where it was; its times tell the next sweep. */
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
