export interface LineListener {
  readonly onLine: (line: Buffer) => void;
  /** Told once for a line over the limit; the line itself is skipped. */
  readonly onTooLong: () => void;
}

const newline = 10;

/** Cuts bytes into lines and holds no more than one line of at most `maxBytes`. */
export function createLineSplitter(maxBytes: number, { onLine, onTooLong }: LineListener): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let skipping = false;

  function hold(part: Buffer): void {
    if (skipping) return;
    if (heldBytes + part.length > maxBytes) {
      skipping = true;
      held = [];
      heldBytes = 0;
      return onTooLong();
    }
    held.push(part);
    heldBytes += part.length;
  }

  function endLine(): void {
    const line = skipping ? undefined : Buffer.concat(held);
    held = [];
    heldBytes = 0;
    skipping = false;
    if (line !== undefined) onLine(line);
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
