import type { LineEnding } from "./text-file.ts";

/** The most frequent line ending; "\n" if there is none or a tie. */
export function detectEol(text: string): LineEnding {
  const { lf, crlf, cr } = countEols(text);
  if (lf >= crlf && lf >= cr) {
    return "\n";
  }
  return crlf >= cr ? "\r\n" : "\r";
}

/** The line ending of all lines; undefined if they differ or there is none. */
export function uniformEol(text: string): LineEnding | undefined {
  const { lf, crlf, cr } = countEols(text);
  const kinds = [lf, crlf, cr].filter((count) => count > 0).length;
  return kinds === 1 ? detectEol(text) : undefined;
}

/** The same lines with a different line ending. */
export function withEol(text: string, eol: LineEnding): string {
  return text.replaceAll(/\r\n|\n|\r/g, eol);
}

/** Where each line begins, counted like language servers do: a line ends with \n, \r\n or \r and nothing else. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = nextEol(text, 0); at !== undefined; at = nextEol(text, at)) {
    starts.push(at);
  }
  return starts;
}

/** The 0-based index of the line that contains an offset. */
export function lineIndexAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The lines with their line endings, so that joining them restores the text; no empty line follows a final line ending. */
export function splitLines(text: string): string[] {
  const starts = lineStarts(text);
  const lines = starts.map((start, index) => text.slice(start, starts[index + 1]));
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

export function withoutEol(line: string): string {
  return line.endsWith("\r\n") ? line.slice(0, -2) : line.replace(/[\r\n]$/, "");
}

function nextEol(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) {
      return at + 1;
    }
    if (code === 0x0d) {
      return text.charCodeAt(at + 1) === 0x0a ? at + 2 : at + 1;
    }
  }
  return undefined;
}

function countEols(text: string): { lf: number; crlf: number; cr: number } {
  const counts = { lf: 0, crlf: 0, cr: 0 };
  for (let at = nextEol(text, 0); at !== undefined; at = nextEol(text, at)) {
    if (text.charCodeAt(at - 1) === 0x0d) {
      counts.cr += 1;
    } else if (text.charCodeAt(at - 2) === 0x0d) {
      counts.crlf += 1;
    } else {
      counts.lf += 1;
    }
  }
  return counts;
}
