import type { Hit } from "./find-hits.ts";
import type { FoundLine } from "./schema.ts";
import { showLine } from "./show-line.ts";
import type { TextPart, TextSource } from "./text-source.ts";

const bytesPerLine = 1_000;
/** Of a match that spans more, the first lines are shown. */
const longestMatch = 12;

/** The lines of some hits with their context, each line once and in order; undefined when the file is another by now. */
export async function excerptLines(
  source: TextSource,
  hits: readonly Hit[],
  context: number,
): Promise<FoundLine[] | undefined> {
  const lines = new Map<number, FoundLine>();
  for (const hit of hits) {
    if (hit.at > source.size) return undefined;
    const reach = (context + 2) * bytesPerLine;
    const part = await source.around(hit.at - reach, hit.at + reach + longestMatch * bytesPerLine);
    addHit(lines, hit, context, part);
  }
  return [...lines.values()].sort((one, other) => one.line - other.line);
}

function addHit(lines: Map<number, FoundLine>, hit: Hit, context: number, { start, bytes }: TextPart): void {
  const at = hit.at - start;
  const lastShown = Math.min(hit.lastLine, hit.line + longestMatch - 1);
  let from = lineStart(bytes, at);
  let end = lineEnd(bytes, at);
  lines.set(hit.line, { line: hit.line, text: showLine(bytes, from, end, at), match: true });
  for (let line = hit.line + 1; line <= lastShown + context && end < bytes.length - 1; line += 1) {
    const next = end + 1;
    end = lineEnd(bytes, next);
    addLine(lines, { line, text: showLine(bytes, next, end, next), match: line <= lastShown });
  }
  for (let line = hit.line - 1; line >= hit.line - context && from > 0; line -= 1) {
    const last = from - 1;
    from = lineStart(bytes, last);
    addLine(lines, { line, text: showLine(bytes, from, last, from), match: false });
  }
}

/** A line that is a match for one hit stays one when it is context for another. */
function addLine(lines: Map<number, FoundLine>, line: FoundLine): void {
  if (line.match || !lines.has(line.line)) lines.set(line.line, line);
}

const lineFeed = 0x0a;

function lineStart(bytes: Buffer, at: number): number {
  return at <= 0 ? 0 : bytes.lastIndexOf(lineFeed, at - 1) + 1;
}

function lineEnd(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(lineFeed, at);
  return end === -1 ? bytes.length : end;
}
