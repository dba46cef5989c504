import { setImmediate } from "node:timers/promises";
import { entryEnd, entryLength, type LogEntry, readEntry, writeEntry } from "./log-entry.ts";

/** Yields to other work after this many bytes. */
const sliceBytes = 4 * 2 ** 20;

export interface ScannedEntries {
  readonly entries: readonly LogEntry[];
  /** After the last complete entry; what follows is damaged or not written yet. */
  readonly end: number;
}

/**
 * All complete entries. One with a wrong checksum is skipped by its length; if that is wrong, too, no later checksum will be
 * right either.
 */
export async function scanEntries(bytes: Buffer, secret: number): Promise<ScannedEntries> {
  const entries: LogEntry[] = [];
  const pause = createPause();
  let end = 0;
  for (let at = 0, next = entryEnd(bytes, 0); next !== undefined; at = next, next = entryEnd(bytes, at)) {
    const entry = readEntry(bytes, at, next, secret);
    if (entry !== undefined) {
      entries.push(entry);
      end = next;
    }
    const paused = pause(next);
    if (paused !== undefined) await paused;
  }
  return { entries, end };
}

/** A header, followed by the bytes of all entries. */
export async function joinEntries(header: Uint8Array, entries: readonly LogEntry[], secret: number): Promise<Buffer> {
  const length = entries.reduce((sum, entry) => sum + entryLength(entry), header.length);
  const bytes = Buffer.allocUnsafeSlow(length);
  bytes.set(header);
  const pause = createPause();
  let at = header.length;
  for (const entry of entries) {
    at = writeEntry(bytes, at, entry, secret);
    const paused = pause(at);
    if (paused !== undefined) await paused;
  }
  return bytes;
}

function createPause(): (at: number) => Promise<void> | undefined {
  let paused = 0;
  return (at) => {
    if (at - paused < sliceBytes) return undefined;
    paused = at;
    return setImmediate();
  };
}
