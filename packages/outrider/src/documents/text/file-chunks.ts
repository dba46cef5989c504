import type { FileHandle } from "node:fs/promises";
import type { TextEncoding } from "../../workspace/text/text-file.ts";

const chunkBytes = 1024 * 1024;

/** A file from its start as UTF-8, in chunks that share one buffer: what is kept of one has to be copied. */
export async function* fileChunks(
  handle: FileHandle,
  encoding: TextEncoding,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const decoder = encoding.startsWith("utf-8") ? undefined : new TextDecoder(encoding);
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
    if (bytesRead === 0) return;
    const chunk = buffer.subarray(position === 0 ? markLength(buffer) : 0, bytesRead);
    position += bytesRead;
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
}

function markLength(buffer: Buffer): number {
  return buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
}
