/** Lines end with "\n"; what follows the last "\n" is another line unless empty. "" has no lines. */
export function countLines(text: string): number {
  let lines = 0;
  for (let start = 0; start < text.length; start = lineEnd(text, start)) lines += 1;
  return lines;
}

/** The end of the line that contains `start`, including its "\n". */
export function lineEnd(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline === -1 ? text.length : newline + 1;
}

/** The start of the line that ends just before `end`; `end` is at least 1. */
export function lineStart(text: string, end: number): number {
  return end < 2 ? 0 : text.lastIndexOf("\n", end - 2) + 1;
}

/** How many bytes the text takes in UTF-8. A lone surrogate counts as U+FFFD, three bytes, as every encoder writes it. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

/** The index itself, or the one before it if it would split a surrogate pair. */
export function alignToCharacter(text: string, index: number): number {
  const parts = isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1));
  return parts ? index - 1 : index;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
