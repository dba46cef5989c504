import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { Located } from "../paths/located.ts";
import { decodeText } from "../text/decode-text.ts";
import { hashBytes } from "../text/hash-bytes.ts";
import type { TextFile } from "../text/text-file.ts";
import type { Workbench } from "./relocate.ts";

export const maxBytes = 64 * 1024 * 1024;

export interface Current {
  readonly bytes: Buffer;
  readonly mode: number;
  readonly hash: string;
  /** Undefined when it is binary. */
  readonly text: TextFile | undefined;
}

/** All of a file as it is now, through the verified descriptor. */
export async function readCurrent({ files }: Pick<Workbench, "files">, file: Located): Promise<Current> {
  const handle = await files.open(file);
  try {
    const { size, mode } = await handle.stat();
    if (size > maxBytes) {
      throw new ToolError(
        "too_large",
        `${showPath(file.shown)} has ${size} bytes; at most ${maxBytes} can be rewritten.`,
      );
    }
    const bytes = await handle.readFile();
    const text = decodeText(bytes);
    return { bytes, mode: mode & 0o7777, hash: text?.hash ?? hashBytes(bytes), text };
  } finally {
    await handle.close();
  }
}
