import { escapeHidden } from "toolwright";
import type { CreateFileOutput } from "./schema.ts";

export function format({ path, result, lines, bytes, linesBefore, note }: CreateFileOutput): string {
  const was = linesBefore === undefined || result === "unchanged" ? "" : `, ${linesBefore} lines before`;
  const head = `${result} ${escapeHidden(path)} (${lines} line${lines === 1 ? "" : "s"}, ${bytes} bytes${was})`;
  return note === undefined ? head : `${head}\n${note}`;
}
