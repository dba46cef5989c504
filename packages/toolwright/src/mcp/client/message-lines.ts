export interface LineListener {
  readonly onLine: (line: string) => void;
  /** A line over the limit, which is not kept: how it began and how it ended. */
  readonly onTooLong: (start: string, end: string) => void;
}

const newline = 10;
const excerptBytes = 256;

/** Cuts bytes into lines and holds no more than one line of at most `maxBytes`. */
export function createMessageLines(maxBytes: number, { onLine, onTooLong }: LineListener): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  /** Set while a line over the limit goes by. */
  let start: string | undefined;
  let end = Buffer.alloc(0);

  function hold(part: Buffer): void {
    held.push(part);
    heldBytes += part.length;
    if (start !== undefined) {
      end = Buffer.concat([end, part.subarray(-excerptBytes)]).subarray(-excerptBytes);
      held = [];
    } else if (heldBytes > maxBytes) {
      const whole = Buffer.concat(held);
      start = whole.toString("utf8", 0, excerptBytes);
      end = Buffer.from(whole.subarray(-excerptBytes));
      held = [];
    }
  }

  function endLine(): void {
    const line = Buffer.concat(held).toString("utf8");
    const tooLong = start;
    held = [];
    heldBytes = 0;
    start = undefined;
    if (tooLong === undefined) onLine(line);
    else onTooLong(tooLong, end.toString("utf8"));
  }

  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      hold(chunk.subarray(from, at));
      endLine();
      from = at + 1;
    }
    if (from < chunk.length) hold(chunk.subarray(from));
  };
}
