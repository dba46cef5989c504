/** Bytes that grow: whole numbers take as many as they need, seven bits in each. */
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

/** 0 to 2^32 - 1; what does not fit throws instead of being stored as something else. */
export function writeUnsigned(to: ByteWriter, value: number): void {
  if (value >>> 0 !== value) throw outOfRange(value, "from 0 to 2^32 - 1");
  let rest = value;
  while (rest > 0x7f) {
    writeByte(to, (rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  writeByte(to, rest);
}

/** -2^31 to 2^31 - 1; near zero is short on both sides. */
export function writeSigned(to: ByteWriter, value: number): void {
  if ((value | 0) !== value) throw outOfRange(value, "of 32 bits");
  writeUnsigned(to, ((value << 1) ^ (value >> 31)) >>> 0);
}

function outOfRange(value: number, expected: string): RangeError {
  return new RangeError(`Cannot store ${value} in a symbol record: expected a whole number ${expected}.`);
}
