import type { FileHandle } from "node:fs/promises";
import { decodeText } from "../../workspace/text/decode-text.ts";
import { countLoneReturns } from "./line-bounds.ts";

/** Bytes of a file's text as counted by ripgrep: without a byte order mark, UTF-16 as UTF-8. */
export interface TextSource {
  readonly size: number;
  /** The start and bytes of a part; at least the requested range, as far as it exists. */
  around(start: number, end: number): Promise<TextPart>;
  /** Number of line endings before a position that ripgrep does not count. */
  loneReturnsBefore(place: number): Promise<number>;
}

export interface TextPart {
  readonly start: number;
  readonly bytes: Buffer;
}

const wholeBytes = 1024 * 1024;
const transcodedBytes = 16 * 1024 * 1024;

/**
 * Small files are held completely, of large ones only the parts that are read. Undefined for UTF-16 that is too large
 * to be held as UTF-8.
 */
export async function openTextSource(handle: FileHandle, signal: AbortSignal): Promise<TextSource | undefined> {
  const { size } = await handle.stat();
  const head = await readPart(handle, 0, 3);
  if (isUtf16(head)) {
    if (size > transcodedBytes) return undefined;
    return wholeSource(Buffer.from(decodeText(await readPart(handle, 0, size))?.text ?? "", "utf8"), signal);
  }
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  if (size <= wholeBytes) return wholeSource((await readPart(handle, 0, size)).subarray(mark), signal);
  const read = async (start: number, end: number): Promise<Buffer> =>
    await readPart(handle, start + mark, Math.min(end, size - mark) - start);
  return {
    size: size - mark,
    async around(start, end) {
      const from = Math.max(0, start);
      return { start: from, bytes: await read(from, end) };
    },
    loneReturnsBefore: createCounter(read, signal),
  };
}

/** Whether a file is binary, judged by its first bytes: a NUL in a file that does not begin like UTF-16. */
export async function isBinary(handle: FileHandle): Promise<boolean> {
  const head = await readPart(handle, 0, 8192);
  return !isUtf16(head) && head.includes(0);
}

function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

function wholeSource(bytes: Buffer, signal: AbortSignal): TextSource {
  return {
    size: bytes.length,
    around: async () => ({ start: 0, bytes }),
    loneReturnsBefore: createCounter(async (start, end) => bytes.subarray(start, end), signal),
  };
}

/** Continues where it stopped before, since positions are requested in order. */
function createCounter(
  read: (start: number, end: number) => Promise<Buffer>,
  signal: AbortSignal,
): (place: number) => Promise<number> {
  let [counted, count] = [0, 0];
  return async (place) => {
    if (place < counted) [counted, count] = [0, 0];
    while (counted < place) {
      signal.throwIfAborted();
      const length = Math.min(place - counted, wholeBytes);
      // One more byte tells whether a carriage return at the end is alone.
      count += countLoneReturns(await read(counted, counted + length + 1), length);
      counted += length;
    }
    return count;
  };
}

async function readPart(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, length));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
