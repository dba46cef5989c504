import { visibleLine, visibleText } from "../../workspace/text/visible-text.ts";
import type { FailedView, FileView, ReadFileValue } from "./schema.ts";

/** Each file with a line about it, its lines, what else it holds, and how to read on. */
export function format({ files }: ReadFileValue): string {
  return files.map(formatFile).join("\n\n");
}

function formatFile(file: FileView | FailedView): string {
  if ("error" in file) return visibleText(`${file.path}: ${file.error}`);
  const head = file.facts.length === 0 ? file.path : `${file.path} (${file.facts.join(", ")})`;
  const map = file.map === undefined ? [] : [file.map.title, ...file.map.lines];
  return [visibleLine(head), ...file.body, ...map, ...file.notes].join("\n");
}
