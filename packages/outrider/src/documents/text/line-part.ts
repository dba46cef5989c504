import { StringDecoder } from "node:string_decoder";
import type { ReadLine } from "./line-source.ts";
import { sliceLine } from "./slice-line.ts";

export interface LinePart {
  /** More bytes of the line. */
  add(bytes: Buffer): void;
  /** At the end of the line. */
  finish(): Omit<ReadLine, "index">;
}

export interface LinePartOptions {
  /** Characters to leave out. */
  readonly column: number;
  /** Bytes to leave out instead, of a line that has a column of 0; a character that they end within stays. */
  readonly startByte: number;
  readonly lineChars: number;
}

/** Collects the part of a line that is shown. What lies before is let go as it comes: it may be hundreds of megabytes. */
export function createLinePart({ column, startByte, lineChars }: LinePartOptions): LinePart {
  const decoder = new StringDecoder("utf8");
  let bytesBefore = column > 0 ? 0 : startByte;
  let text = "";
  let dropped = 0;
  let cut = false;

  const skip = (): number => Math.max(column, dropped);

  return {
    add(bytes) {
      // One character more than is shown, so that a pair at the edge is seen whole.
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
