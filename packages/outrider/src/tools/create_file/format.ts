import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/count-of.ts";
import type { CreateFileOutput } from "./schema.ts";

export function format({ path, result, lines, bytes, linesBefore, note }: CreateFileOutput): string {
  const was = linesBefore === undefined || result === "unchanged" ? "" : `, ${countOf(linesBefore, "line")} before`;
  const head = `${result} ${escapeHidden(path)} (${countOf(lines, "line")}, ${bytes} bytes${was})`;
  return note === undefined ? head : `${head}\n${note}`;
}
