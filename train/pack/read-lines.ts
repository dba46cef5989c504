import { closeSync, openSync, readSync } from "node:fs";

/** Calls back for every line of a file that is too large for one string. */
export function eachLine(path: string, onLine: (line: string) => void): void {
  const file = openSync(path, "r");
  const buffer = Buffer.alloc(32 * 1024 * 1024);
  let kept = 0;
  for (;;) {
    const read = readSync(file, buffer, kept, buffer.length - kept, null);
    const filled = kept + read;
    const end = read === 0 ? filled : buffer.lastIndexOf(10, filled - 1) + 1;
    for (const line of buffer.toString("utf8", 0, end).split("\n")) if (line !== "") onLine(line);
    buffer.copyWithin(0, end, filled);
    kept = filled - end;
    if (read === 0) break;
  }
  closeSync(file);
}
