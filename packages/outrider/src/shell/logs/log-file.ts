import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { writeAll } from "../../workspace/writer/write-all.ts";

/** A file that keeps the beginning and the end of what is written to it, without holding it in memory. */
export interface LogFile {
  append(chunk: Uint8Array): Promise<void>;
  /** Number of bytes that are not in the file. */
  leftOut(): number;
  /** Puts the contents in order under the final path. */
  finish(): Promise<void>;
  /** The same for a copy, while the log continues. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}

const privateFile = 0o600;
const fresh = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
const copyBytes = 1_048_576;

export async function createLogFile(path: string, maxBytes: number): Promise<LogFile> {
  const file = await open(path, fresh, privateFile);
  const headBytes = Math.ceil(maxBytes / 2);
  const ringBytes = maxBytes - headBytes;
  let total = 0;

  async function append(chunk: Uint8Array): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      const position = total < headBytes ? total : headBytes + ((total - headBytes) % ringBytes);
      const room = (total < headBytes ? headBytes : maxBytes) - position;
      const part = rest.subarray(0, room);
      await writeAll(file, part, position);
      total += part.length;
      rest = rest.subarray(part.length);
    }
  }

  const leftOut = (): number => Math.max(0, total - maxBytes);

  async function copyTo(target: string): Promise<void> {
    const copy = await open(target, fresh, privateFile);
    try {
      if (leftOut() === 0) return await copyRange(file, copy, 0, total);
      const oldest = headBytes + ((total - headBytes) % ringBytes);
      await copyRange(file, copy, 0, headBytes);
      await copy.appendFile(`\n[… ${leftOut()} bytes left out …]\n`);
      await copyRange(file, copy, oldest, maxBytes);
      await copyRange(file, copy, headBytes, oldest);
    } finally {
      await copy.close();
    }
  }

  return {
    append,
    leftOut,
    copyTo,
    async finish() {
      if (leftOut() === 0) return;
      const ordered = `${path}.tmp`;
      try {
        await copyTo(ordered);
        await rename(ordered, path);
      } catch (error) {
        await rm(ordered, { force: true });
        throw error;
      }
    },
    close: () => file.close(),
  };
}

async function copyRange(from: FileHandle, to: FileHandle, start: number, end: number): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(copyBytes, Math.max(end - start, 1)));
  let position = start;
  while (position < end) {
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, end - position), position);
    if (bytesRead === 0) return;
    await to.appendFile(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}
