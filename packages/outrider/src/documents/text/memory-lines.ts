import { splitLines, withEol, withoutEol } from "../../workspace/text/line-ends.ts";
import type { LineRange } from "./line-range.ts";
import type { LineSource, ReadLine } from "./line-source.ts";
import { sliceLine } from "./slice-line.ts";

/** Lines of a text in memory. */
export function memoryLines(text: string): LineSource {
  const lines = splitLines(text).map(withoutEol);
  return {
    async read(ranges, { column, lineChars, totalChars }) {
      const read: ReadLine[] = [];
      let chars = 0;
      for (const index of indexesOf(ranges, lines.length)) {
        const line = { index, ...sliceLine(lines[index] ?? "", read.length === 0 ? column : 0, lineChars) };
        read.push(line);
        chars += line.text.length;
        if (chars > totalChars) break;
      }
      return { lines: read, totalLines: lines.length, exact: true };
    },
    async *pieces() {
      yield Buffer.from(withEol(text, "\n"));
    },
  };
}

function* indexesOf(ranges: readonly LineRange[], count: number): Generator<number> {
  for (const { start, end } of ranges) {
    for (let index = start; index < Math.min(end, count); index += 1) yield index;
  }
}
