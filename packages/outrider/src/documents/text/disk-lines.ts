import type { FileHandle } from "node:fs/promises";
import type { TextEncoding } from "../../workspace/text/text-file.ts";
import { createLineCollector } from "./line-collector.ts";
import type { LineSource } from "./line-source.ts";

const chunkBytes = 1024 * 1024;
const lineFeed = 10;
const carriageReturn = 13;
// Only the beginning of a longer line is searched: the search would keep all of it in memory.
const searchedLineBytes = 8 * 1024 * 1024;

/** Lines of a file of any size; only the requested parts are ever in memory. Counting stops after `countMs`. */
export function diskLines(handle: FileHandle, encoding: TextEncoding, countMs: number): LineSource {
  return {
    async read(ranges, options) {
      const collector = createLineCollector(ranges, options);
      const deadline = performance.now() + countMs;
      let exact = true;
      let line = 0;
      let afterReturn = false;
      let open = false;
      for await (const chunk of fileChunks(handle, encoding, options.signal)) {
        let at = afterReturn && chunk[0] === lineFeed ? 1 : 0;
        if (chunk.length > 0) afterReturn = chunk[chunk.length - 1] === carriageReturn;
        const ends = createEndFinder(chunk);
        while (at < chunk.length) {
          const end = ends.next(at);
          if (collector.wants(line)) collector.add(line, chunk.subarray(at, end ?? chunk.length));
          open = end === undefined;
          if (end === undefined) break;
          collector.finish(line);
          line += 1;
          at = end + (chunk[end] === carriageReturn && chunk[end + 1] === lineFeed ? 2 : 1);
        }
        exact = !collector.isDone() || performance.now() < deadline;
        if (!exact) break;
      }
      if (open) collector.finish(line);
      return { lines: collector.lines(), totalLines: line + (open ? 1 : 0), exact };
    },
    async *pieces(signal) {
      let pending = false;
      let lineBytes = 0;
      for await (const chunk of fileChunks(handle, encoding, signal)) {
        const piece = withLineFeeds(chunk, pending);
        pending = chunk.length > 0 ? chunk[chunk.length - 1] === carriageReturn : pending;
        const last = piece.lastIndexOf(lineFeed);
        const isLong = lineBytes + piece.length > searchedLineBytes;
        // A match after a gap would be shown at the wrong position.
        const first = isLong ? piece.indexOf(lineFeed) : 0;
        lineBytes = last === -1 ? lineBytes + piece.length : piece.length - last;
        if (first !== -1) yield piece.subarray(first);
      }
    },
  };
}

/** Line ends in order; searches for the next one of a kind only after the last has been passed. */
function createEndFinder(chunk: Buffer): { next(from: number): number | undefined } {
  let feed = chunk.indexOf(lineFeed);
  let carriage = chunk.indexOf(carriageReturn);
  return {
    next(from) {
      if (feed !== -1 && feed < from) feed = chunk.indexOf(lineFeed, from);
      if (carriage !== -1 && carriage < from) carriage = chunk.indexOf(carriageReturn, from);
      if (feed === -1) return carriage === -1 ? undefined : carriage;
      return carriage === -1 ? feed : Math.min(feed, carriage);
    },
  };
}

/** A "\r" at the end of one chunk and a "\n" at the start of the next form one line end. */
function withLineFeeds(chunk: Buffer, afterReturn: boolean): Buffer {
  const rest = afterReturn && chunk[0] === lineFeed ? chunk.subarray(1) : chunk;
  if (!rest.includes(carriageReturn)) return Buffer.from(rest);
  return Buffer.from(rest.toString("latin1").replaceAll(/\r\n?/g, "\n"), "latin1");
}

/** A file from its start as UTF-8, in chunks that share one buffer: copy what has to be kept. */
async function* fileChunks(handle: FileHandle, encoding: TextEncoding, signal: AbortSignal): AsyncGenerator<Buffer> {
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
