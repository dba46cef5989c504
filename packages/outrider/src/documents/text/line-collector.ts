import { StringDecoder } from "node:string_decoder";
import type { LineRange } from "./line-range.ts";
import type { ReadLine, ReadOptions } from "./line-source.ts";
import { sliceLine } from "./slice-line.ts";

export interface LineCollector {
  wants(line: number): boolean;
  /** More bytes of the line that is wanted. */
  add(bytes: Buffer): void;
  finish(line: number): void;
  /** Everything that was asked for is there. */
  isDone(): boolean;
  lines(): readonly ReadLine[];
}

/** Keeps wanted lines from a stream of bytes, and of each only the part that is asked for. */
export function createLineCollector(
  ranges: readonly LineRange[],
  { column, lineChars, totalChars }: Pick<ReadOptions, "column" | "lineChars" | "totalChars">,
): LineCollector {
  const lines: ReadLine[] = [];
  let range = 0;
  let chars = 0;
  let text = "";
  let dropped = 0;
  let cut = false;
  let decoder = new StringDecoder("utf8");

  const skipOf = (): number => (lines.length === 0 ? column : 0);

  return {
    wants(line) {
      while (range < ranges.length && (ranges[range]?.end ?? 0) <= line) range += 1;
      return chars <= totalChars && (ranges[range]?.start ?? Infinity) <= line;
    },
    add(bytes) {
      // One character more than is shown, so that a pair at the edge is seen whole.
      const most = skipOf() + lineChars + 2;
      if (dropped + text.length > most) {
        cut = true;
        return;
      }
      text += decoder.write(bytes);
      // What lies before the column is let go as it comes: it may be hundreds of megabytes.
      const spare = Math.min(skipOf() - 1 - dropped, text.length);
      if (spare > 0) {
        text = text.slice(spare);
        dropped += spare;
      }
    },
    finish(line) {
      if (!this.wants(line)) return;
      text += decoder.end();
      const part = sliceLine(text, skipOf() - dropped, lineChars);
      lines.push({ index: line, text: part.text, skipped: dropped + part.skipped, cut: cut || part.cut });
      chars += part.text.length;
      text = "";
      dropped = 0;
      cut = false;
      decoder = new StringDecoder("utf8");
    },
    isDone() {
      return (
        chars > totalChars ||
        range >= ranges.length ||
        (range === ranges.length - 1 && lines.at(-1)?.index === (ranges[range]?.end ?? 0) - 1)
      );
    },
    lines: () => lines,
  };
}
