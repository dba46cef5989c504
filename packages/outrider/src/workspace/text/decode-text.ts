import { isUtf8 } from "node:buffer";
import { decodeDamaged, surveyUtf8 } from "./damaged-utf8.ts";
import { detectEol } from "./line-ends.ts";
import { hashBytes, type TextEncoding, type TextFile } from "./text-file.ts";
import { decodeUtf16, guessUtf16, hasNulUnit } from "./utf16.ts";
import { decodeWindows1252 } from "./windows1252.ts";

/** Decodes bytes so that `encodeText` returns exactly these bytes; undefined if they are not text. */
export function decodeText(bytes: Uint8Array): TextFile | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = decodeMarked(buffer) ?? decodeUnmarked(buffer);
  if (decoded === undefined || decoded === "binary") {
    return undefined;
  }
  return { ...decoded, eol: detectEol(decoded.text), bytes: bytes.byteLength, hash: hashBytes(bytes) };
}

interface Decoded {
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
}

function decodeMarked(buffer: Buffer): Decoded | "binary" | undefined {
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) {
    return decodeUtf8(buffer.subarray(3)) ?? "binary";
  }
  const encoding = utf16Mark(buffer);
  if (encoding === undefined) {
    return undefined;
  }
  const units = buffer.subarray(2);
  // Half a unit at the end, or NUL as in UTF-32, whose mark begins like that of UTF-16: not a supported text.
  if (units.length % 2 !== 0 || hasNulUnit(units)) {
    return "binary";
  }
  return { text: decodeUtf16(units, encoding), encoding, bom: true };
}

function utf16Mark(buffer: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (buffer[0] === 0xff && buffer[1] === 0xfe) {
    return "utf-16le";
  }
  return buffer[0] === 0xfe && buffer[1] === 0xff ? "utf-16be" : undefined;
}

function decodeUtf8(buffer: Buffer): Decoded | undefined {
  if (buffer.includes(0)) {
    return undefined;
  }
  return isUtf8(buffer)
    ? { text: buffer.toString("utf8"), encoding: "utf-8", bom: true }
    : { text: decodeDamaged(buffer), encoding: "utf-8-damaged", bom: true };
}

function decodeUnmarked(buffer: Buffer): Decoded | undefined {
  if (buffer.includes(0)) {
    const encoding = guessUtf16(buffer);
    return encoding && { text: decodeUtf16(buffer, encoding), encoding, bom: false };
  }
  if (isUtf8(buffer)) {
    return { text: buffer.toString("utf8"), encoding: "utf-8", bom: false };
  }
  const survey = surveyUtf8(buffer);
  // Compressed data without a single NUL: no 8-bit text has so many control characters.
  if (survey.controls * 32 > buffer.length) {
    return undefined;
  }
  return survey.invalid > survey.multibyte
    ? { text: decodeWindows1252(buffer), encoding: "windows-1252", bom: false }
    : { text: decodeDamaged(buffer), encoding: "utf-8-damaged", bom: false };
}
