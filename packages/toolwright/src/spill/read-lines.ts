import type { FileHandle } from "node:fs/promises";

const newline = 0x0a;
const chunkBytes = 262_144;

/** Where the text goes on after `count` lines from `start`. The caller knows that there are so many. */
export async function skipLines(file: FileHandle, start: number, count: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let left = count;
  let position = start;
  while (left > 0) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
    if (bytesRead === 0) return position;
    const chunk = buffer.subarray(0, bytesRead);
    let at = 0;
    while (left > 0) {
      const found = chunk.indexOf(newline, at);
      if (found === -1) break;
      at = found + 1;
      left -= 1;
    }
    position += left === 0 ? at : bytesRead;
  }
  return position;
}

/** Where the line that holds `start` ends, its "\n" included, looking no further than `end`. */
export async function findLineEnd(file: FileHandle, start: number, end: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(end - start, 1)));
  let position = start;
  while (position < end) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - position), position);
    if (bytesRead === 0) return end;
    const found = buffer.subarray(0, bytesRead).indexOf(newline);
    if (found !== -1) return position + found + 1;
    position += bytesRead;
  }
  return end;
}

/** Reads all bytes of a range; a single read may bring fewer. */
export async function readRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled);
    if (bytesRead === 0) return buffer.subarray(0, filled);
    filled += bytesRead;
  }
  return buffer;
}
