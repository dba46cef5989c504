import { splitLines, withEol, withoutEol } from "../../workspace/text/line-ends.ts";
import type { ReadLine, LineSource } from "./line-source.ts";
import { sliceLine, charactersBefore, indexesOf } from "./slice-line.ts";

/** Lines of a text in memory. */
export function memoryLines(text: string): LineSource {
  const lines = splitLines(text).map(withoutEol);
  return {
    async read(ranges, { column, startBytes, lineChars, totalChars }) {
      const read: ReadLine[] = [];
      let chars = 0;
      for (const index of indexesOf(ranges, lines.length)) {
        const text = lines[index] ?? "";
        const first = read.length === 0 ? column : 0;
        const skip = first > 0 ? first : charactersBefore(text, startBytes?.get(index) ?? 0);
        const line = { index, ...sliceLine(text, skip, lineChars) };
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
