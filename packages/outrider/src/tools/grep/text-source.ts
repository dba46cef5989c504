import type { FileHandle } from "node:fs/promises";
import { decodeText } from "../../workspace/text/decode-text.ts";

/** Bytes of a file's text as ripgrep counts them: without a byte order mark, UTF-16 as UTF-8. */
export interface TextSource {
  readonly size: number;
  /** Where a part begins and its bytes; at least what was asked for, as far as there is so much. */
  around(start: number, end: number): Promise<TextPart>;
}

export interface TextPart {
  readonly start: number;
  readonly bytes: Buffer;
}

const wholeBytes = 1024 * 1024;
const transcodedBytes = 16 * 1024 * 1024;

/** Small files are held as a whole, of large ones only the parts that are looked at. */
export async function openTextSource(handle: FileHandle): Promise<TextSource> {
  const { size } = await handle.stat();
  const head = await readPart(handle, 0, 3);
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16) {
    const text = size > transcodedBytes ? undefined : decodeText(await readPart(handle, 0, size));
    return wholeSource(Buffer.from(text?.text ?? "", "utf8"));
  }
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  if (size <= wholeBytes) return wholeSource((await readPart(handle, 0, size)).subarray(mark));
  return {
    size: size - mark,
    async around(start, end) {
      const from = Math.max(0, start);
      return { start: from, bytes: await readPart(handle, from + mark, Math.min(end, size - mark) - from) };
    },
  };
}

/** Whether a file is no text by its first bytes: a NUL in what does not begin like UTF-16. */
export async function isBinary(handle: FileHandle): Promise<boolean> {
  const head = await readPart(handle, 0, 8192);
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !isUtf16 && head.includes(0);
}

function wholeSource(bytes: Buffer): TextSource {
  return { size: bytes.length, around: async () => ({ start: 0, bytes }) };
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
