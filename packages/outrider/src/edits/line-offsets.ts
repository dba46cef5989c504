/** Where each line starts, in text whose line ends are "\n"; after a final line end there is no further line. */
export function lineOffsets(text: string): number[] {
  const offsets = text === "" ? [] : [0];
  for (let at = text.indexOf("\n"); at !== -1 && at + 1 < text.length; at = text.indexOf("\n", at + 1)) {
    offsets.push(at + 1);
  }
  return offsets;
}

/** The lines without their ends, in the same count. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Where the line starts that holds this offset. */
export function lineStartAt(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Behind the end of the line that holds this offset, or the end of the text. */
export function nextLineAt(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at === -1 ? text.length : at + 1;
}

/** How many lines a text has, whatever ends them. */
export function countLines(text: string): number {
  return linesOf(text.replaceAll(/\r\n?/g, "\n")).length;
}
