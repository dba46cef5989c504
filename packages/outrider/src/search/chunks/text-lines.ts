/** A text by lines, counted from 0. */
export interface TextLines {
  readonly count: number;
  offset(line: number): number;
  lineAt(offset: number): number;
  /** Number of characters from `start` to `end`, end exclusive. */
  chars(start: number, end: number): number;
  isBlank(line: number): boolean;
  /** Leading whitespace; a tab counts as four. */
  indent(line: number): number;
  /** The same lines without blank ones at either end. */
  trim(start: number, end: number): readonly [number, number];
}

export function createTextLines(text: string): TextLines {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  if (starts.at(-1) === text.length && starts.length > 1) starts.pop();
  const count = text === "" ? 0 : starts.length;
  const offset = (line: number): number => (line >= count ? text.length : (starts[line] ?? 0));
  const isBlank = (line: number): boolean => text.slice(offset(line), offset(line + 1)).trim() === "";
  return {
    count,
    offset,
    lineAt(wanted) {
      let low = 0;
      let high = count - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= wanted) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    chars: (start, end) => offset(end) - offset(start),
    isBlank,
    indent(line) {
      let width = 0;
      for (let at = offset(line); at < text.length; at += 1) {
        if (text[at] === " ") width += 1;
        else if (text[at] === "\t") width += 4;
        else break;
      }
      return width;
    },
    trim(start, end) {
      let [from, to] = [start, end];
      while (from < to && isBlank(from)) from += 1;
      while (to > from && isBlank(to - 1)) to -= 1;
      return [from, to];
    },
  };
}
