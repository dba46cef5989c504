import { isRareControl } from "./damaged-utf8.ts";

type Utf16 = "utf-16le" | "utf-16be";

/** Not through TextDecoder, which would replace lone surrogates. */
export function decodeUtf16(bytes: Buffer, encoding: Utf16): string {
  const littleEndian = encoding === "utf-16le" ? bytes : Buffer.from(bytes).swap16();
  return littleEndian.toString("utf16le");
}

export function encodeUtf16(text: string, encoding: Utf16): Buffer {
  const littleEndian = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? littleEndian : littleEndian.swap16();
}

export function hasNulUnit(units: Uint8Array): boolean {
  for (let at = 0; at < units.length; at += 2) {
    if (units[at] === 0 && units[at + 1] === 0) {
      return true;
    }
  }
  return false;
}

/** UTF-16 without a mark, only if nothing contradicts it: many zero bytes on one side, and clean text. */
export function guessUtf16(bytes: Buffer): Utf16 | undefined {
  const units = bytes.length / 2;
  if (units < 4 || !Number.isInteger(units)) {
    return undefined;
  }
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    zeros[at % 2] = (zeros[at % 2] ?? 0) + (bytes[at] === 0 ? 1 : 0);
  }
  const [first = 0, second = 0] = zeros;
  const encoding = first > second ? "utf-16be" : "utf-16le";
  // Some zeros on the other side are normal: the ideographic space is U+3000.
  const clear = Math.max(first, second) * 3 >= units && Math.min(first, second) * 8 <= Math.max(first, second);
  return clear && isCleanText(decodeUtf16(bytes, encoding)) ? encoding : undefined;
}

function isCleanText(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isRareControl(code) || (code >= 0xd800 && code <= 0xdfff) || (code & 0xfffe) === 0xfffe) {
      return false;
    }
  }
  return true;
}
