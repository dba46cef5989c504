import { createHash } from "node:crypto";

/** How bytes were understood. "utf-8-damaged" holds bytes that are no UTF-8; each is one lone surrogate in the text. */
export type TextEncoding = "utf-8" | "utf-8-damaged" | "utf-16le" | "utf-16be" | "windows-1252";

export type LineEnding = "\n" | "\r\n" | "\r";

/** A text file in memory. `encodeText` turns its text back into exactly the bytes it came from. */
export interface TextFile {
  /** Without the byte order mark; line ends as they are in the file. */
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
  /** The one that most lines have; "\n" when there is none. */
  readonly eol: LineEnding;
  readonly bytes: number;
  /** Of the bytes: what a later write can demand to find unchanged. */
  readonly hash: string;
}

/** SHA-256, the first half of it in hex: short enough to hand around, long enough that no two files share one. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

/** A part of a text that gives way to new text; nothing is removed where `start` is `end`. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** UTF-8 would give such a text back as another one. */
export function hasLoneSurrogate(text: string): boolean {
  // Without any surrogate, which is the rule, the quick look is enough.
  return /[\ud800-\udfff]/.test(text) && /\p{Surrogate}/u.test(text);
}
