import type { Replacement } from "../workspace/text/replacement.ts";

/** New lines of their own before the line that starts at an offset; behind the last line when it is the end. */
export function insertLines(source: string, offset: number, text: string): Replacement {
  if (offset >= source.length) return insertAtEnd(source, text);
  return { start: offset, end: offset, text: text.endsWith("\n") ? text : `${text}\n` };
}

/** Behind the last line; whether the text ends with a line end stays as it is. */
export function insertAtEnd(source: string, text: string): Replacement {
  const at = { start: source.length, end: source.length };
  if (source === "" || source.endsWith("\n")) return { ...at, text: text.endsWith("\n") ? text : `${text}\n` };
  return { ...at, text: `\n${text.replace(/\n$/, "")}` };
}
