/** A place in bytes that a byte writer wrote. Never beyond the end: whatever they are, a read gives a number or throws. */
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
