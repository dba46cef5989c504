import { ResidentError } from "./resident-error.ts";

/** What a frame is: its first byte. */
export const frameKinds = { json: 0, bytes: 1, ping: 2, pong: 3, end: 4 } as const;

export interface Frame {
  readonly kind: number;
  readonly payload: Buffer;
}

const headerBytes = 5;

/** One byte that says what it is, four with the length of the payload (the highest first), then the payload. */
export function frameHeader(kind: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(length, 1);
  return header;
}

/** Puts frames together from chunks. A length above `maxBytes` is refused before anything of it is kept. */
export function createFrameReader(maxBytes: () => number): (chunk: Buffer) => readonly Frame[] {
  let chunks: Buffer[] = [];
  let length = 0;
  /** So many bytes are needed to go on. */
  let wanted = headerBytes;

  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length < wanted) return [];
    const frames: Frame[] = [];
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, length);
    for (;;) {
      const size = rest.length < headerBytes ? undefined : payloadSize(rest, maxBytes());
      wanted = headerBytes + (size ?? 0);
      if (size === undefined || rest.length < wanted) break;
      frames.push({ kind: rest.readUInt8(0), payload: rest.subarray(headerBytes, wanted) });
      rest = rest.subarray(wanted);
    }
    chunks = rest.length === 0 ? [] : [rest];
    length = rest.length;
    return frames;
  };
}

function payloadSize(header: Buffer, maxBytes: number): number {
  const size = header.readUInt32BE(1);
  if (size <= maxBytes) return size;
  throw new ResidentError("bad_message", `A message of ${size} bytes is too large; ${maxBytes} is the limit.`);
}
