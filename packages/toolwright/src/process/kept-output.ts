/** Keeps the beginning and the end of its input in bounded memory, and counts all of it. */
export interface KeptOutput {
  add(chunk: Uint8Array): void;
  readonly bytes: number;
  /** The kept bytes as text, with a line in place of what was left out. */
  text(): { readonly text: string; readonly leftOutBytes: number };
}

export function createKeptOutput(maxBytes: number): KeptOutput {
  const head = createHead(Math.ceil(maxBytes / 2));
  const tail = createTail(Math.floor(maxBytes / 2));
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    add(chunk) {
      bytes += chunk.length;
      tail.add(chunk.subarray(head.add(chunk)));
    },
    text() {
      const first = head.bytes();
      const last = tail.bytes();
      if (first.length + last.length === bytes) return { text: decode(Buffer.concat([first, last])), leftOutBytes: 0 };
      const shownFirst = first.subarray(0, first.length - incompleteEnd(first));
      const shownLast = last.subarray(incompleteStart(last));
      const leftOutBytes = bytes - shownFirst.length - shownLast.length;
      const notice = `[… ${leftOutBytes} bytes left out …]`;
      return { text: `${decode(shownFirst)}\n${notice}\n${decode(shownLast)}`, leftOutBytes };
    },
  };
}

interface Store {
  add(chunk: Uint8Array): number;
  bytes(): Buffer;
}

// Copies, so that one kept byte does not hold its whole chunk; grows, so that a short output costs little.
function createHead(capacity: number): Store {
  let buffer: Buffer = Buffer.alloc(0);
  let length = 0;
  return {
    add(chunk) {
      const taken = chunk.subarray(0, capacity - length);
      if (length + taken.length > buffer.length) buffer = grow(buffer, length + taken.length, capacity);
      buffer.set(taken, length);
      length += taken.length;
      return taken.length;
    },
    bytes: () => buffer.subarray(0, length),
  };
}

function createTail(capacity: number): Store {
  let ring: Buffer = Buffer.alloc(0);
  let total = 0;
  return {
    add(chunk) {
      const wanted = Math.min(total + chunk.length, capacity);
      // While the ring is still growing it has never wrapped, so its bytes are in order.
      if (wanted > ring.length) ring = grow(ring, wanted, capacity);
      const kept = chunk.subarray(Math.max(0, chunk.length - capacity));
      const position = capacity === 0 ? 0 : (total + chunk.length - kept.length) % capacity;
      const beforeEnd = kept.subarray(0, capacity - position);
      ring.set(beforeEnd, position);
      ring.set(kept.subarray(beforeEnd.length), 0);
      total += chunk.length;
      return chunk.length;
    },
    bytes() {
      if (total <= capacity) return ring.subarray(0, total);
      const start = total % capacity;
      return Buffer.concat([ring.subarray(start, capacity), ring.subarray(0, start)]);
    },
  };
}

function grow(buffer: Buffer, needed: number, capacity: number): Buffer {
  const larger = Buffer.alloc(Math.min(capacity, Math.max(needed, buffer.length * 2, 4096)));
  larger.set(buffer);
  return larger;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Number of bytes at the end of a character that was cut apart: up to three. */
function incompleteEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return characterLength(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function incompleteStart(bytes: Uint8Array): number {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}
