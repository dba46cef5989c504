import type { DataFormat } from "../../src/documents/data/data-node.ts";
import { readDataPart } from "../../src/documents/data/read-part.ts";
import { splitLines, withoutEol } from "../../src/workspace/text/line-ends.ts";

/** What is at a path, on one line: the number of the first line, then lines with "|" between. */
export function showPart(text: string, format: DataFormat, path: string): string {
  const { shown } = readDataPart(text, format, path);
  if ("value" in shown) return shown.value.join("|");
  const lines = splitLines(text).map(withoutEol);
  return shown.ranges.map(({ start, end }) => `${start + 1}: ${lines.slice(start, end).join("|")}`).join(" … ");
}
