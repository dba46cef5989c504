import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { Located } from "../paths/located.ts";
import { valueMask } from "../secrets/mask-values.ts";
import { decodeText } from "../text/decode-text.ts";
import { encodeText } from "../text/encode-text.ts";
import { hashBytes, type TextFile } from "../text/text-file.ts";
import type { WriteContext } from "./relocate.ts";

export const maxBytes = 64 * 1024 * 1024;

export interface Current {
  readonly bytes: Buffer;
  readonly mode: number;
  readonly hash: string;
  /** Undefined if it is binary. */
  readonly text: TextFile | undefined;
}

/** The whole current file, read through the verified descriptor. */
export async function readCurrent({ files }: Pick<WriteContext, "files">, file: Located): Promise<Current> {
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

export interface Encoded {
  readonly bytes: Uint8Array;
  /** The file as the next reader will decode it. */
  readonly after: TextFile;
}

/** Encodes text for a file; refused if it could not be read back as text, or has a mask where the file has a secret. */
export function encodeChecked(
  text: string,
  like: Pick<TextFile, "encoding" | "bom"> & Partial<Pick<TextFile, "text">>,
  shown: string,
): Encoded {
  refuseMask(text, like.text ?? "", shown);
  const bytes = encodeText(text, like);
  const after = decodeText(bytes);
  if (after === undefined || isMisread(text, like, after)) {
    throw new ToolError(
      "cannot_encode",
      `With this text ${showPath(shown)} would be taken for ${after?.encoding ?? "a binary file"} and no longer for ${like.encoding}: ${reason(text)}. Nothing was written.`,
    );
  }
  return { bytes, after };
}

/** Who read a masked text and writes it back would overwrite the real value. */
function refuseMask(text: string, before: string, shown: string): void {
  if (countOf(text, valueMask) <= countOf(before, valueMask)) return;
  throw new ToolError(
    "masked_value",
    `The new text of ${showPath(shown)} has ${valueMask} in it, which stands in answers for a secret and is not what the file holds. Leave the lines with the secret out of the edit; if the value itself has to change, ask the person. Nothing was written.`,
  );
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** UTF-16 without a mark is recognised only by its pattern, which a change can remove. */
function isMisread(text: string, { encoding, bom }: Pick<TextFile, "encoding" | "bom">, after: TextFile): boolean {
  return !bom && encoding.startsWith("utf-16") && text !== "" && after.encoding !== encoding;
}

function reason(text: string): string {
  return text.includes("\0") ? "it has a NUL character" : "too little in it tells what it is";
}
