import { createHeaderReader } from "./read-headers.ts";

export interface MessageReaderOptions {
  /** A message that announces a greater length is a violation. */
  readonly maxMessageBytes: number;
  onMessage(message: unknown): void;
  /** Called once, with what was wrong; nothing is read after that. */
  onViolation(detail: string): void;
}

export interface MessageReader {
  push(chunk: Uint8Array): void;
  /** What was unfinished when the stream ended; undefined if it ended between two messages. */
  readonly unfinished: string | undefined;
  /** Lines on stdout that are not part of a message. */
  readonly skippedLines: number;
  /** Bodies that were not JSON. */
  readonly badBodies: number;
}

/** More than a slip: it is better to restart such a server. */
const toleratedBadBodies = 5;

/** Extracts messages from a byte stream. Runs in linear time: the parts of a body are joined once, when it is complete. */
export function readMessages(options: MessageReaderOptions): MessageReader {
  const headers = createHeaderReader(options.maxMessageBytes);
  let pieces: Uint8Array[] = [];
  let length: number | undefined;
  let have = 0;
  let badBodies = 0;
  let over = false;

  const fail = (detail: string): void => {
    over = true;
    pieces = [];
    options.onViolation(detail);
  };

  /** Both return where in the chunk to continue. */
  const takeHeader = (chunk: Uint8Array, from: number): number => {
    const read = headers.read(chunk, from);
    if (read.violation !== undefined) fail(read.violation);
    length = read.length;
    return read.next;
  };
  const takeBody = (chunk: Uint8Array, from: number, wanted: number): number => {
    const piece = chunk.subarray(from, from + wanted - have);
    pieces.push(piece);
    have += piece.length;
    if (have === wanted) finishBody(wanted);
    return from + piece.length;
  };
  const finishBody = (wanted: number): void => {
    const body = Buffer.concat(pieces, wanted);
    pieces = [];
    have = 0;
    length = undefined;
    const parsed = parse(body);
    if (parsed !== undefined) return options.onMessage(parsed.value);
    badBodies += 1;
    if (badBodies > toleratedBadBodies) fail(`${badBodies} of its messages were no JSON, the last one ${quote(body)}`);
  };

  /** An empty body is complete without further bytes. */
  const canGoOn = (left: number): boolean => !over && (left > 0 || length === 0);

  return {
    push(chunk) {
      let at = 0;
      while (canGoOn(chunk.length - at)) {
        at = length === undefined ? takeHeader(chunk, at) : takeBody(chunk, at, length);
      }
    },
    get unfinished() {
      if (length !== undefined) return `a message of which ${have} of ${length} bytes came`;
      return headers.unfinished;
    },
    get skippedLines() {
      return headers.skippedLines;
    },
    get badBodies() {
      return badBodies;
    },
  };
}

/** Wrapped in an object, since `null` is JSON, too. */
function parse(body: Buffer): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return { value };
  } catch {
    return undefined;
  }
}

function quote(body: Buffer): string {
  return JSON.stringify(body.toString("utf8", 0, 80));
}
