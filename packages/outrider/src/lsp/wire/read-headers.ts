export interface HeaderReader {
  /** Reads up to the end of a header or of the chunk. `length` is set when a header is complete. */
  read(chunk: Uint8Array, from: number): HeaderRead;
  readonly unfinished: string | undefined;
  readonly skippedLines: number;
}

export interface HeaderRead {
  readonly next: number;
  readonly length?: number;
  readonly violation?: string;
}

/** Longer lines are neither headers nor log output. */
const maxLineBytes = 64 * 1024;
/** How much a server may print between two messages. */
const maxSkippedBytes = 1024 * 1024;
const maxHeaderLines = 32;
const newline = 10;

/**
 * Reads the lines before each body. A line of other text there is skipped, since the next `Content-Length:` at the start of
 * a line must be a header. Text on the same line as a header, or inside a header, is a violation.
 */
export function createHeaderReader(maxMessageBytes: number): HeaderReader {
  let pieces: Uint8Array[] = [];
  let lineBytes = 0;
  let length: number | undefined;
  let headerLines = 0;
  let skippedLines = 0;
  let skippedBytes = 0;

  const takeLine = (line: string, bytes: number): Omit<HeaderRead, "next"> | undefined => {
    const announced = /^content-length:(.*)$/i.exec(line)?.[1]?.trim();
    if (announced !== undefined) {
      const problem = problemOf(announced, length, maxMessageBytes);
      if (problem !== undefined) return { violation: problem };
      length = Number(announced);
    }
    if (length === undefined) return skip(line, bytes);
    headerLines += 1;
    if (line === "") return finish(length);
    if (!/^[\w-]+:/.test(line)) return { violation: `it printed ${quote(line)} within a header` };
    if (headerLines > maxHeaderLines) return { violation: `it sent a header of more than ${maxHeaderLines} lines` };
    return undefined;
  };
  const skip = (line: string, bytes: number): { readonly violation: string } | undefined => {
    if (/content-length:/i.test(line)) return { violation: `it printed ${quote(line)} where a header had to start` };
    skippedBytes += bytes;
    if (line !== "") skippedLines += 1;
    if (skippedBytes <= maxSkippedBytes) return undefined;
    return { violation: `it printed more than ${maxSkippedBytes} bytes that are no message, the last ${quote(line)}` };
  };
  const finish = (length_: number): { readonly length: number } => {
    length = undefined;
    headerLines = 0;
    skippedBytes = 0;
    return { length: length_ };
  };

  return {
    read(chunk, from) {
      let at = from;
      while (at < chunk.length) {
        const end = chunk.indexOf(newline, at);
        const piece = chunk.subarray(at, end < 0 ? chunk.length : end);
        pieces.push(piece);
        lineBytes += piece.length;
        at += piece.length + 1;
        if (lineBytes > maxLineBytes) {
          return { next: at, violation: `it printed a line of more than ${maxLineBytes} bytes that is no message` };
        }
        if (end < 0) return { next: chunk.length };
        const line = Buffer.concat(pieces, lineBytes).toString("utf8").replace(/\r$/, "");
        const taken = takeLine(line, lineBytes + 1);
        pieces = [];
        lineBytes = 0;
        if (taken !== undefined) return { next: at, ...taken };
      }
      return { next: at };
    },
    get unfinished() {
      return length !== undefined || lineBytes > 0 ? "a header" : undefined;
    },
    get skippedLines() {
      return skippedLines;
    },
  };
}

function problemOf(announced: string, earlier: number | undefined, max: number): string | undefined {
  if (!/^\d+$/.test(announced)) return `it announced a message of ${quote(announced)} bytes`;
  if (Number(announced) > max)
    return `it announced a message of ${announced.slice(0, 20)} bytes; at most ${max} are read`;
  if (earlier === undefined || earlier === Number(announced)) return undefined;
  return `it announced a message of ${earlier} and of ${announced} bytes in one header`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
