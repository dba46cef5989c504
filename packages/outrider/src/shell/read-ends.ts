import { open } from "node:fs/promises";

/** The start and the end of a file, as much as a summary looks at. */
export interface Ends {
  readonly head: Buffer;
  readonly text: string;
  readonly isWhole: boolean;
}

// Summaries run in the event loop: half a megabyte of the shortest lines takes them some tens of milliseconds.
const half = 262_144;

export async function readEnds(path: string): Promise<Ends> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read = async (start: number, length: number): Promise<Buffer> => {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const isWhole = size <= half * 2;
    const head = await read(0, isWhole ? size : half);
    if (isWhole) return { head, text: head.toString("utf8"), isWhole };
    const tail = await read(size - half, half);
    // Whole lines only, so that no half of one is taken for something else.
    const first = head.toString("utf8", 0, head.lastIndexOf(10) + 1 || undefined);
    return { head, text: first + tail.toString("utf8", tail.indexOf(10) + 1), isWhole };
  } finally {
    await file.close();
  }
}
