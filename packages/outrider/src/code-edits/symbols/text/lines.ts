/* Lines of a text whose ends are all "\n". */

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** The offset of the line's end, or of the text's. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

export function lineAt(text: string, at: number): string {
  return text.slice(lineStart(text, at), lineEnd(text, at));
}

/** The leading spaces and tabs of the line at an offset. */
export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(lineAt(text, at))?.[0] ?? "";
}

/** Only whitespace precedes it on its line. */
export function isFirstOnLine(text: string, at: number): boolean {
  return text.slice(lineStart(text, at), at).trim() === "";
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

export function skipBlanksBack(text: string, from: number): number {
  let at = from;
  while (text[at - 1] === " " || text[at - 1] === "\t") at -= 1;
  return at;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? "")) at += 1;
  return at;
}

/** The end of the text before an offset, ignoring whitespace. */
export function endBefore(text: string, from: number): number {
  let at = from;
  while (at > 0 && /\s/.test(text[at - 1] ?? "")) at -= 1;
  return at;
}

/** The number of blank lines between two offsets with only whitespace between them. */
export function blankLinesIn(text: string, start: number, end: number): number {
  return Math.max(0, text.slice(start, end).split("\n").length - 2);
}

export function isLong(code: string): boolean {
  return code.trim().includes("\n");
}

/** A line opens the block of the code that follows it if it is indented less. */
export function opensBlock(text: string, lineBefore: number, indent: string): boolean {
  return lineBefore > 0 && indentAt(text, lineBefore - 1).length < indent.length;
}

/** What follows closes the block of some code: a bracket, `end`, a closing tag, or anything that is indented less. */
export function closesBlock(text: string, next: number, indent: string): boolean {
  return /^(?:[}\])]|end\b|<\/)/.test(text.slice(next, next + 4)) || indentAt(text, next).length < indent.length;
}
