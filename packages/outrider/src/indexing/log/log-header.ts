import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** The first bytes of a log, which identify it. */
export interface LogHeader {
  /** Random: different for every file that was ever in this place. */
  readonly id: string;
  /** The start value of every checksum in this file. */
  readonly secret: number;
  /** Hash of what the records belong to: project, versions. */
  readonly identity: string;
  readonly bytes: Buffer;
}

// Magic and version, checksum, four zeros, id, identity.
export const headerBytes = 64;
const mark = "ORSYMS01";

export function createHeader(identity: string): LogHeader {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write(mark, 0, "latin1");
  randomBytes(16).copy(bytes, 16);
  bytes.write(hashIdentity(identity), 32, "hex");
  bytes.writeUInt32LE(checksum(bytes), 8);
  return readHeader(bytes);
}

/** Undefined for anything but a complete header of this version. */
export function parseHeader(bytes: Buffer): LogHeader | undefined {
  if (bytes.length < headerBytes || bytes.toString("latin1", 0, 8) !== mark) return undefined;
  const own = Buffer.from(bytes.subarray(0, headerBytes));
  return own.readUInt32LE(8) === checksum(own) ? readHeader(own) : undefined;
}

export function hashIdentity(identity: string): string {
  return createHash("sha256").update(identity).digest("hex");
}

function readHeader(bytes: Buffer): LogHeader {
  const id = bytes.toString("hex", 16, 32);
  return { id, secret: bytes.readUInt32LE(16), identity: bytes.toString("hex", 32, 64), bytes };
}

function checksum(bytes: Buffer): number {
  return crc32(bytes.subarray(12), crc32(bytes.subarray(0, 8)));
}
