import { cleanOutput } from "../../shell/visible-text.ts";

const longest = 120;
const looked = 1_024;
const newline = 10;

/** Tells the last line that a command printed; the kernel sees to it that the host hears of it now and then. */
export function createTicker(tell: (message: string) => void): (chunk: Buffer) => void {
  return (chunk) => {
    const line = cleanOutput(lastLine(chunk.subarray(-looked)).toString("utf8")).trim();
    if (line !== "") tell(line.slice(0, longest));
  };
}

/** The last line that is not empty, by its bytes: floods come in gigabytes, and only one line of a chunk is ever shown. */
function lastLine(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 32) end -= 1;
  const start = end === 0 ? 0 : bytes.lastIndexOf(newline, end - 1) + 1;
  return bytes.subarray(start, end);
}
