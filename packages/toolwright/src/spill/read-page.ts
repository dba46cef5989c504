import type { FileHandle } from "node:fs/promises";
import { requireWholeNumber } from "../output/whole-number.ts";
import type { SpillPage, SpillRange } from "../output/spill-contract.ts";
import { ToolError } from "../tool/tool-error.ts";
import { findLineEnd, readRange, skipLines } from "./read-lines.ts";
import type { StoredText } from "./spill-header.ts";

/** No page is longer, whatever the range says. */
const maxPageBytes = 65_536;
const defaultPageLines = 200;

/**
 * Reads whole lines up to the limits. A line longer than a page comes in parts, each ending between two characters;
 * `nextOffset` and `nextColumn` lead from page to page over every byte.
 */
export async function readPage(file: FileHandle, stored: StoredText, range: SpillRange): Promise<SpillPage> {
  const offset = requireWholeNumber("offset", range.offset ?? 0, 0);
  const limit = requireWholeNumber("limit", range.limit ?? defaultPageLines, 1);
  const column = requireWholeNumber("column", range.column ?? 0, 0);
  // Four bytes hold any character, so that every page moves on.
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
