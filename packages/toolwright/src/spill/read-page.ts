import type { FileHandle } from "node:fs/promises";
import type { SpillPage, SpillRange } from "../output/spill-contract.ts";
import { requireWholeNumber } from "../output/whole-number.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { StoredText } from "./spill-header.ts";

const newline = 0x0a;
const chunkBytes = 262_144;

/** No page is longer, whatever the range says. */
const maxPageBytes = 65_536;
const defaultPageLines = 200;

/**
 * Reads whole lines up to the limits. A line longer than a page is split between characters;
 * `nextOffset` and `nextColumn` lead from page to page over every byte.
 */
export async function readPage(file: FileHandle, stored: StoredText, range: SpillRange): Promise<SpillPage> {
  const offset = requireWholeNumber("offset", range.offset ?? 0, 0);
  const limit = requireWholeNumber("limit", range.limit ?? defaultPageLines, 1);
  const column = requireWholeNumber("column", range.column ?? 0, 0);
  // Four bytes hold any character, so every page makes progress.
  const maxBytes = Math.min(maxPageBytes, requireWholeNumber("maxBytes", range.maxBytes ?? maxPageBytes, 4));
  if (offset >= stored.lines) return { text: "", offset, shownLines: 0, totalLines: stored.lines };

  const lineAt = await skipLines(file, stored.start, offset);
  const from = await skipColumn(file, stored, { offset, column, lineAt });
  const bytes = await readRange(file, from, Math.min(from + maxBytes + 1, stored.end));
  const cut = cutPage(bytes, { limit, maxBytes, isLast: from + bytes.length === stored.end });
  const end = from + cut.bytes;
  return {
    text: bytes.toString("utf8", 0, cut.bytes),
    offset,
    ...(from === lineAt ? {} : { column: from - lineAt }),
    shownLines: Math.max(cut.wholeLines, 1),
    totalLines: stored.lines,
    ...(end === stored.end ? {} : { nextOffset: offset + cut.wholeLines }),
    ...(cut.wholeLines > 0 ? {} : { nextColumn: end - lineAt }),
  };
}

interface Column {
  readonly offset: number;
  readonly column: number;
  readonly lineAt: number;
}

async function skipColumn(file: FileHandle, stored: StoredText, { offset, column, lineAt }: Column): Promise<number> {
  if (column === 0) return lineAt;
  const end = await findLineEnd(file, lineAt, Math.min(lineAt + column + 1, stored.end));
  if (end <= lineAt + column) {
    const length = `the line at offset ${offset} has ${end - lineAt} bytes`;
    throw new ToolError("invalid_argument", `Expected \`column\` below ${end - lineAt}, got \`${column}\`: ${length}.`);
  }
  // The character that the column points into is shown whole.
  const around = await readRange(file, Math.max(lineAt, lineAt + column - 3), lineAt + column + 1);
  return lineAt + column - (around.length - 1 - characterStart(around, around.length - 1));
}

interface PageLimits {
  readonly limit: number;
  readonly maxBytes: number;
  readonly isLast: boolean;
}

function cutPage(bytes: Buffer, { limit, maxBytes, isLast }: PageLimits): { bytes: number; wholeLines: number } {
  const room = bytes.subarray(0, maxBytes);
  let end = 0;
  let wholeLines = 0;
  while (wholeLines < limit) {
    const found = room.indexOf("\n", end);
    if (found === -1) break;
    end = found + 1;
    wholeLines += 1;
  }
  const isWhole = isLast && bytes.length <= maxBytes;
  if (isWhole && wholeLines < limit && end < bytes.length) return { bytes: bytes.length, wholeLines: wholeLines + 1 };
  if (wholeLines > 0) return { bytes: end, wholeLines };
  return { bytes: characterStart(bytes, maxBytes), wholeLines: 0 };
}

function characterStart(bytes: Buffer, index: number): number {
  let start = index;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

/** Where the text continues after `count` lines from `start`. The caller knows that there are that many. */
async function skipLines(file: FileHandle, start: number, count: number): Promise<number> {
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

/** The end of the line that contains `start`, including its "\n", looking no further than `end`. */
async function findLineEnd(file: FileHandle, start: number, end: number): Promise<number> {
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

/** Reads all bytes of a range; a single read may return fewer. */
async function readRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled);
    if (bytesRead === 0) return buffer.subarray(0, filled);
    filled += bytesRead;
  }
  return buffer;
}
