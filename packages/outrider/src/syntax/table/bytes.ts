/** A position in bytes that a byte writer wrote. Never reads past the end: for any bytes, a read returns a number or throws. */
export interface ByteReader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
}

export function readByte(from: ByteReader): number {
  const value = from.bytes[from.at];
  if (value === undefined || from.at >= from.end) throw damaged("it ends too early");
  from.at += 1;
  return value;
}

export function readUnsigned(from: ByteReader): number {
  let value = readByte(from);
  if (value < 0x80) return value;
  value &= 0x7f;
  for (let shift = 7; shift < 28; shift += 7) {
    const next = readByte(from);
    value |= (next & 0x7f) << shift;
    if (next < 0x80) return value;
  }
  const last = readByte(from);
  if (last > 0x0f) throw damaged("a number is too long");
  return (value | (last << 28)) >>> 0;
}

export function readSigned(from: ByteReader): number {
  const value = readUnsigned(from);
  return (value >>> 1) ^ -(value & 1);
}

export function expectEnd({ at, end }: ByteReader): void {
  if (at !== end) throw damaged(`${end - at} bytes are left over`);
}

export function damaged(why: string): Error {
  return new Error(`This symbol record is damaged (${why}); parse the file again.`);
}

/** A growing byte buffer with variable-length integers, seven bits per byte. */
export interface ByteWriter {
  bytes: Uint8Array;
  length: number;
}

export function createByteWriter(): ByteWriter {
  return { bytes: new Uint8Array(4096), length: 0 };
}

export function writeByte(to: ByteWriter, value: number): void {
  if (to.length === to.bytes.length) {
    const larger = new Uint8Array(to.bytes.length * 2);
    larger.set(to.bytes);
    to.bytes = larger;
  }
  to.bytes[to.length] = value;
  to.length += 1;
}

/** 0 to 2^32 - 1; other values throw instead of being stored incorrectly. */
export function writeUnsigned(to: ByteWriter, value: number): void {
  if (value >>> 0 !== value) throw outOfRange(value, "from 0 to 2^32 - 1");
  let rest = value;
  while (rest > 0x7f) {
    writeByte(to, (rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  writeByte(to, rest);
}

/** -2^31 to 2^31 - 1; values near zero are short in both directions. */
export function writeSigned(to: ByteWriter, value: number): void {
  if ((value | 0) !== value) throw outOfRange(value, "of 32 bits");
  writeUnsigned(to, ((value << 1) ^ (value >> 31)) >>> 0);
}

function outOfRange(value: number, expected: string): RangeError {
  return new RangeError(`Cannot store ${value} in a symbol record: expected a whole number ${expected}.`);
}
