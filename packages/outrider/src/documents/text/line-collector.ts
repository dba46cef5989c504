import { createLinePart, type LinePart } from "./line-part.ts";
import type { LineRange } from "./line-range.ts";
import type { ReadLine, ReadOptions } from "./line-source.ts";

export interface LineCollector {
  wants(line: number): boolean;
  /** More bytes of a line that is wanted. */
  add(line: number, bytes: Buffer): void;
  finish(line: number): void;
  /** Everything that was asked for is there. */
  isDone(): boolean;
  lines(): readonly ReadLine[];
}

/** Keeps wanted lines from a stream of bytes, and of each only the part that is asked for. */
export function createLineCollector(
  ranges: readonly LineRange[],
  { column, startBytes, lineChars, totalChars }: Omit<ReadOptions, "signal">,
): LineCollector {
  const lines: ReadLine[] = [];
  let range = 0;
  let chars = 0;
  let open: LinePart | undefined;

  function partOf(line: number): LinePart {
    open ??= createLinePart({
      column: lines.length === 0 ? column : 0,
      startByte: startBytes?.get(line) ?? 0,
      lineChars,
    });
    return open;
  }

  return {
    wants(line) {
      while (range < ranges.length && (ranges[range]?.end ?? 0) <= line) range += 1;
      return chars <= totalChars && (ranges[range]?.start ?? Infinity) <= line;
    },
    add(line, bytes) {
      partOf(line).add(bytes);
    },
    finish(line) {
      if (!this.wants(line)) return;
      const read = { index: line, ...partOf(line).finish() };
      open = undefined;
      lines.push(read);
      chars += read.text.length;
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
