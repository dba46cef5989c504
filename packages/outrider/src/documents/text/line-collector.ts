import { StringDecoder } from "node:string_decoder";
import type { LineRange, ReadLine, ReadOptions } from "./line-source.ts";
import { sliceLine } from "./slice-line.ts";

interface LinePart {
  /** More bytes of the line. */
  add(bytes: Buffer): void;
  /** At the end of the line. */
  finish(): Omit<ReadLine, "index">;
}

interface LinePartOptions {
  /** Characters to skip. */
  readonly column: number;
  /** Bytes to skip instead, for a line with column 0; a character that they split is kept. */
  readonly startByte: number;
  readonly lineChars: number;
}

export interface LineCollector {
  wants(line: number): boolean;
  /** More bytes of a requested line. */
  add(line: number, bytes: Buffer): void;
  finish(line: number): void;
  /** Everything requested is available. */
  isDone(): boolean;
  lines(): readonly ReadLine[];
}

/** Collects the requested lines from a stream of bytes, and only the requested part of each. */
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

/** Collects the part of a line that is shown. What precedes it is dropped at once: it may be hundreds of megabytes. */
function createLinePart({ column, startByte, lineChars }: LinePartOptions): LinePart {
  const decoder = new StringDecoder("utf8");
  let bytesBefore = column > 0 ? 0 : startByte;
  let text = "";
  let dropped = 0;
  let cut = false;

  const skip = (): number => Math.max(column, dropped);

  return {
    add(bytes) {
      // One character more than is shown, so that a surrogate pair at the edge is complete.
      if (dropped + text.length > skip() + lineChars + 2) {
        cut = true;
        return;
      }
      dropped += bytesBefore > 0 ? decoder.write(bytes.subarray(0, bytesBefore)).length : 0;
      text += decoder.write(bytes.subarray(bytesBefore));
      bytesBefore = Math.max(0, bytesBefore - bytes.length);
      const spare = Math.min(column - 1 - dropped, text.length);
      if (spare > 0) {
        text = text.slice(spare);
        dropped += spare;
      }
    },
    finish() {
      text += decoder.end();
      const part = sliceLine(text, skip() - dropped, lineChars);
      return { text: part.text, skipped: dropped + part.skipped, cut: cut || part.cut };
    },
  };
}
