import {
  createByteWriter,
  writeByte,
  writeUnsigned,
  type ByteReader,
  damaged,
  expectEnd,
  readByte,
  readUnsigned,
} from "../../syntax/table/bytes.ts";
import type { ChunkTerms, FileTerms } from "./file-terms.ts";

/** Changes with the layout, and with the definition of a term. */
export const termsFormat = 2;

/** Compact: the terms once for the whole file, and for each chunk which of them and how often. */
export function encodeTerms({ language, note, terms, chunks }: FileTerms): Uint8Array {
  const to = createByteWriter();
  const number = (value: number): void => writeUnsigned(to, value);
  const text = (value: string): void => {
    const bytes = Buffer.from(value);
    number(bytes.length);
    for (const byte of bytes) writeByte(to, byte);
  };
  number(termsFormat);
  text(language);
  text(note ?? "");
  number(terms.length);
  let last = 0;
  for (const term of terms) {
    number(term - last);
    last = term;
  }
  number(chunks.length);
  let line = 0;
  for (const { startLine, endLine, symbol, lengths, at, counts } of chunks) {
    number(startLine - line);
    number(endLine - startLine);
    line = endLine;
    number(symbol === undefined ? 0 : symbol + 1);
    for (const length of lengths) number(length);
    number(at.length);
    let before = 0;
    at.forEach((index, place) => {
      number(index - before);
      before = index;
      number(counts[place] ?? 0);
    });
  }
  return to.bytes.slice(0, to.length);
}

/** Throws for bytes that `encodeTerms` cannot have produced. */
export function decodeTerms(bytes: Uint8Array): FileTerms {
  const from: ByteReader = { bytes, at: 0, end: bytes.length };
  if (readUnsigned(from) !== termsFormat) throw damaged("it has another format");
  const language = readText(from);
  const note = readText(from);
  const terms = new Uint32Array(readLength(from));
  let last = 0;
  for (let at = 0; at < terms.length; at += 1) {
    last += readUnsigned(from);
    terms[at] = last;
  }
  const chunks: ChunkTerms[] = [];
  let line = 0;
  for (let left = readLength(from); left > 0; left -= 1) {
    const chunk = readChunk(from, line);
    line = chunk.endLine;
    chunks.push(chunk);
  }
  expectEnd(from);
  return { language, note: note === "" ? undefined : note, terms, chunks };
}

function readChunk(from: ByteReader, line: number): ChunkTerms {
  const startLine = line + readUnsigned(from);
  const endLine = startLine + readUnsigned(from);
  const symbol = readUnsigned(from);
  const lengths = [readUnsigned(from), readUnsigned(from), readUnsigned(from), readUnsigned(from)] as const;
  const at = new Uint32Array(readLength(from));
  const counts = new Uint16Array(at.length);
  let before = 0;
  for (let place = 0; place < at.length; place += 1) {
    before += readUnsigned(from);
    at[place] = before;
    counts[place] = readUnsigned(from);
  }
  return { startLine, endLine, symbol: symbol === 0 ? undefined : symbol - 1, lengths, at, counts };
}

/** The number of items, each of which takes at least one byte. */
function readLength(from: ByteReader): number {
  const length = readUnsigned(from);
  if (length > from.end - from.at) throw damaged("it ends too early");
  return length;
}

function readText(from: ByteReader): string {
  const length = readLength(from);
  const start = from.at;
  for (let left = length; left > 0; left -= 1) readByte(from);
  return Buffer.from(from.bytes.buffer, from.bytes.byteOffset + start, length).toString("utf8");
}
