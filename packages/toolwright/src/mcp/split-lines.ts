export interface LineListener {
  readonly onLine: (line: Buffer) => void;
  /** Called once, as soon as a line exceeds the limit; the line itself is skipped. */
  readonly onTooLong?: () => void;
  /** Called when such a line has ended, with its start and its end. */
  readonly onSkipped?: (start: Buffer, end: Buffer) => void;
}

const newline = 10;
const excerptBytes = 256;

/** Splits bytes into lines and buffers no more than one line of at most `maxBytes`. */
export function createLineSplitter(
  maxBytes: number,
  { onLine, onTooLong, onSkipped }: LineListener,
): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  /** Set while a line over the limit is skipped. */
  let skipped: { readonly start: Buffer; end: Buffer } | undefined;

  function hold(part: Buffer): void {
    if (skipped !== undefined) {
      skipped.end = endOf(Buffer.concat([skipped.end, endOf(part)]));
      return;
    }
    held.push(part);
    heldBytes += part.length;
    if (heldBytes <= maxBytes) return;
    const whole = Buffer.concat(held);
    // Copies, so that the excerpts do not keep the whole line.
    skipped = { start: Buffer.from(whole.subarray(0, excerptBytes)), end: Buffer.from(endOf(whole)) };
    held = [];
    onTooLong?.();
  }

  function endLine(): void {
    const parts = held;
    const gone = skipped;
    held = [];
    heldBytes = 0;
    skipped = undefined;
    if (gone === undefined) onLine(Buffer.concat(parts));
    else onSkipped?.(gone.start, gone.end);
  }

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      hold(chunk.subarray(start, end));
      endLine();
      start = end + 1;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  };
}

function endOf(bytes: Buffer): Buffer {
  return bytes.subarray(-excerptBytes);
}
