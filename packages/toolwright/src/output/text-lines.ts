/** Lines end with "\n"; what follows the last "\n" is a line of its own unless empty. "" has no lines. */
export function countLines(text: string): number {
  let lines = 0;
  for (let start = 0; start < text.length; start = lineEnd(text, start)) lines += 1;
  return lines;
}

/** Where the line that holds `start` ends, its "\n" included. */
export function lineEnd(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline === -1 ? text.length : newline + 1;
}

/** Where the line that ends just before `end` starts; `end` is at least 1. */
export function lineStart(text: string, end: number): number {
  return end < 2 ? 0 : text.lastIndexOf("\n", end - 2) + 1;
}
