import { crc32 } from "node:zlib";
import type { FileStamp } from "../../workspace/freshness/file-table.ts";
import { hasLoneSurrogate } from "../../workspace/text/text-file.ts";

/** What the log stores about one file. */
export interface StoredFile {
  readonly stamp: FileStamp;
  /** `hashBytes` of the file's content. */
  readonly hash: string;
  /** The record; opaque to the log. */
  readonly bytes: Uint8Array;
}

/** One change: a file's record, or undefined for a removed file. */
export interface LogEntry {
  readonly path: string;
  readonly file: StoredFile | undefined;
}

// Checksum, length, record length, path length, four stamps, hash; then the record, the path and zeros up to a multiple
// of eight, so that every record in the file is aligned.
const fixedBytes = 64;
const lengthAt = 4;
const hashAt = 48;
/** Instead of a record's length: the file was removed. */
const gone = 0xffff_ffff;
/** Flag in a path's length: it is stored as UTF-16, since it would not survive UTF-8. */
const wide = 0x8000_0000;

/** The length of this entry in a log. */
export function entryLength({ path, file }: LogEntry): number {
  const pathBytes = hasLoneSurrogate(path) ? path.length * 2 : Buffer.byteLength(path);
  return (fixedBytes + (file?.bytes.length ?? 0) + pathBytes + 7) & ~7;
}

/**
 * Returns where the next entry begins. The checksum starts with the log's own secret, so that no text in a project can be
 * crafted to look like an entry.
 */
export function writeEntry(to: Buffer, at: number, entry: LogEntry, secret: number): number {
  const { path, file } = entry;
  const end = at + entryLength(entry);
  const isWide = hasLoneSurrogate(path);
  const recordBytes = file?.bytes.length ?? 0;
  to.fill(0, at, at + fixedBytes).fill(0, end - 8, end);
  if (file !== undefined) {
    to.writeDoubleLE(file.stamp.size, at + 16);
    to.writeDoubleLE(file.stamp.mtimeMs, at + 24);
    to.writeDoubleLE(file.stamp.ctimeMs, at + 32);
    to.writeDoubleLE(file.stamp.ino, at + 40);
    to.write(file.hash, at + hashAt, "hex");
    to.set(file.bytes, at + fixedBytes);
  }
  const pathBytes = to.write(path, at + fixedBytes + recordBytes, isWide ? "utf16le" : "utf8");
  to.writeUInt32LE(end - at, at + lengthAt);
  to.writeUInt32LE(file === undefined ? gone : recordBytes, at + 8);
  to.writeUInt32LE((pathBytes | (isWide ? wide : 0)) >>> 0, at + 12);
  to.writeUInt32LE(checksum(to, at, end, secret), at);
  return end;
}

/** Only results of `hashBytes` fit into an entry. */
export function expectHash(hash: string): void {
  if (!/^[0-9a-f]{32}$/.test(hash)) throw new TypeError(`${JSON.stringify(hash)} is no hash of a file's content.`);
}

/** Where the entry at an offset ends; undefined if its announced length does not fit. */
export function entryEnd(bytes: Buffer, at: number): number | undefined {
  if (at + fixedBytes > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at + lengthAt);
  return length < fixedBytes || length % 8 !== 0 || at + length > bytes.length ? undefined : at + length;
}

/** The record that `writeEntry` wrote at an offset. */
export function recordAt(bytes: Buffer, at: number, length: number): Uint8Array {
  return bytes.subarray(at + fixedBytes, at + fixedBytes + length);
}

/** Undefined if it is incomplete or not from this log. */
export function readEntry(bytes: Buffer, at: number, end: number, secret: number): LogEntry | undefined {
  if (bytes.readUInt32LE(at) !== checksum(bytes, at, end, secret)) return undefined;
  const stored = bytes.readUInt32LE(at + 8);
  const recordBytes = stored === gone ? 0 : stored;
  const pathBytes = bytes.readUInt32LE(at + 12);
  const pathAt = at + fixedBytes + recordBytes;
  const pathEnd = pathAt + (pathBytes & ~wide);
  if (pathEnd > end) return undefined;
  const path = pathBytes < wide ? bytes.toString("utf8", pathAt, pathEnd) : bytes.toString("utf16le", pathAt, pathEnd);
  if (stored === gone) return { path, file: undefined };
  const stamp = {
    size: bytes.readDoubleLE(at + 16),
    mtimeMs: bytes.readDoubleLE(at + 24),
    ctimeMs: bytes.readDoubleLE(at + 32),
    ino: bytes.readDoubleLE(at + 40),
  };
  const hash = bytes.toString("hex", at + hashAt, at + fixedBytes);
  return { path, file: { stamp, hash, bytes: recordAt(bytes, at, recordBytes) } };
}

/** Over everything except its own four bytes. */
function checksum(bytes: Buffer, at: number, end: number, secret: number): number {
  return crc32(bytes.subarray(at + lengthAt, end), secret);
}
