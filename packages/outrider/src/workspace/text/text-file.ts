import { createHash } from "node:crypto";

/** How bytes were decoded. "utf-8-damaged" contains bytes that are not UTF-8; each is one lone surrogate in the text. */
export type TextEncoding = "utf-8" | "utf-8-damaged" | "utf-16le" | "utf-16be" | "windows-1252";

export type LineEnding = "\n" | "\r\n" | "\r";

/** A text file in memory. `encodeText` turns its text back into exactly the original bytes. */
export interface TextFile {
  /** Without the byte order mark; line endings as in the file. */
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
  /** The most frequent line ending; "\n" if there is none. */
  readonly eol: LineEnding;
  readonly bytes: number;
  /** Hash of the bytes, which a later write can require to be unchanged. */
  readonly hash: string;
}

/** The first half of the SHA-256 in hex: short enough to pass around, long enough that no two files share one. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

/** A part of a text to be replaced; an insertion if `start` equals `end`. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** UTF-8 would not preserve such a text. */
export function hasLoneSurrogate(text: string): boolean {
  // Usually there are no surrogates at all, and the quick test is enough.
  return /[\ud800-\udfff]/.test(text) && /\p{Surrogate}/u.test(text);
}
