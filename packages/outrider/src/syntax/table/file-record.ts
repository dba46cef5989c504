import { endianness } from "node:os";
import { crc32 } from "node:zlib";
import { symbolKinds } from "../../languages/symbol-kind.ts";
import type { FileSymbols } from "../code-symbol.ts";
import {
  type ByteReader,
  damaged,
  expectEnd,
  readUnsigned,
  type ByteWriter,
  createByteWriter,
  writeUnsigned,
} from "./bytes.ts";
import { readNameRows, type SymbolName, writeNameRow } from "./name-rows.ts";
import { packText, readText, type TextForm, textForms, writeText } from "./packed-text.ts";
import { readPlaceRows, writePlaceRows } from "./place-rows.ts";

/** Everything that the table keeps about one file. */
export interface FileRecord extends FileSymbols {
  /** Why the file has no symbols: "too large", "minified". */
  readonly note?: string;
  /** Hashes of the identifier-like words of the text, sorted and unique. */
  readonly words: Uint32Array;
}

export interface RecordHead {
  readonly language: string;
  readonly broken: boolean;
  readonly note: string | undefined;
  readonly symbolCount: number;
}

// The header is nine 32-bit numbers, followed by words, lengths of names, names, name rows, place rows and text.
const headerBytes = 36;
const isBroken = 1;
const hasNote = 2;

/** Changes with the layout and the list of kinds, whose order the rows rely on. Should be part of a log's identity. */
export const recordFormat = crc32(`layout 1 ${endianness()} ${symbolKinds.join()}`);

/** Encodes a file in few bytes; strings are restored exactly, including lone surrogates. */
export function encodeRecord({ language, broken, note, symbols, words }: FileRecord): Uint8Array {
  const rows = takeScratch();
  const texts = note === undefined ? [language] : [language, note];
  writeNames(rows, symbols, texts);
  const placesAt = rows.length;
  const longer = packText(writePlaceRows(rows, symbols));
  const rowsEnd = rows.length;
  writeUnsigned(rows, texts.length);
  for (const { length } of texts) writeUnsigned(rows, length);
  const names = packText(texts.join(""));

  const size = headerBytes + words.byteLength + rows.length + names.byteLength + longer.byteLength;
  // Separate memory, so that a worker can transfer it.
  const record = Buffer.allocUnsafeSlow(size);
  const flags = (broken ? isBroken : 0) | (note === undefined ? 0 : hasNote);
  const forms = (textForms.indexOf(names.form) << 8) | (textForms.indexOf(longer.form) << 16);
  let at = 0;
  const number = (value: number): void => {
    at = record.writeUInt32LE(value, at);
  };
  number(recordFormat);
  number(flags | forms);
  number(words.length);
  number(symbols.length);
  number(rows.length - rowsEnd);
  number(names.byteLength);
  number(placesAt);
  number(rowsEnd - placesAt);
  number(longer.byteLength);
  // Names first, so that reading them touches the least memory.
  const put = (bytes: Uint8Array): void => {
    record.set(bytes, at);
    at += bytes.length;
  };
  put(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  put(rows.bytes.subarray(rowsEnd, rows.length));
  writeText(record, at, names);
  at += names.byteLength;
  put(rows.bytes.subarray(0, rowsEnd));
  writeText(record, at, longer);
  return record;
}

let scratch = createByteWriter();

/** Memory reused between records, since allocating it costs more than filling it; a huge buffer is not kept. */
function takeScratch(): ByteWriter {
  if (scratch.bytes.length > 1_000_000) scratch = createByteWriter();
  scratch.length = 0;
  return scratch;
}

/** Each name is stored once, however many symbols use it. */
function writeNames(to: ByteWriter, symbols: FileRecord["symbols"], texts: string[]): void {
  const numbers = new Map<string, number>();
  const intern = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  symbols.forEach((symbol, index) => writeNameRow(to, symbols, index, symbol, intern));
}

/** Throws a plain error for bytes that `encodeRecord` cannot have written; the log checks that they are intact. */
export function decodeRecord(bytes: Uint8Array): FileRecord {
  const sections = splitSections(bytes);
  const texts = readTexts(sections);
  const names = readNameRows(sections.nameRows, sections.symbolCount, texts);
  expectEnd(sections.nameRows);
  const { longer } = sections;
  const symbols = readPlaceRows(
    sections.placeRows,
    names,
    readText(sections.bytes, longer.start, longer.end, longer.form),
  );
  expectEnd(sections.placeRows);
  const { language, broken, note } = headOf(sections, texts);
  return { language, broken, ...(note === undefined ? {} : { note }), symbols, words: wordsOf(sections) };
}

/** What a search by name needs; positions and longer texts are not read. */
export function readNames(bytes: Uint8Array): readonly SymbolName[] {
  const sections = splitSections(bytes);
  const names = readNameRows(sections.nameRows, sections.symbolCount, readTexts(sections));
  expectEnd(sections.nameRows);
  return names;
}

/** A view of the same memory if it is aligned, as it is in the log. */
export function readWords(bytes: Uint8Array): Uint32Array {
  return wordsOf(splitSections(bytes));
}

/** Only language and note, which precede the names: all heads are read when a table is loaded. */
export function readHead(bytes: Uint8Array): RecordHead {
  const sections = splitSections(bytes);
  return headOf(sections, readFirstTexts(sections, (sections.flags & hasNote) === 0 ? 1 : 2));
}

interface TextSection {
  readonly start: number;
  readonly end: number;
  readonly form: TextForm;
}

interface Sections {
  readonly bytes: Buffer;
  readonly flags: number;
  readonly symbolCount: number;
  readonly wordCount: number;
  readonly lengths: ByteReader;
  readonly names: TextSection;
  readonly nameRows: ByteReader;
  readonly placeRows: ByteReader;
  readonly longer: TextSection;
}

function splitSections(given: Uint8Array): Sections {
  const bytes = Buffer.isBuffer(given) ? given : Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length < headerBytes) throw damaged("it ends too early");
  if (bytes.readUInt32LE(0) !== recordFormat) throw damaged("it has another format");
  const flags = bytes.readUInt32LE(4);
  const wordCount = bytes.readUInt32LE(8);
  const lengthsAt = headerBytes + wordCount * 4;
  const namesAt = lengthsAt + bytes.readUInt32LE(16);
  const nameRowsAt = namesAt + bytes.readUInt32LE(20);
  const placeRowsAt = nameRowsAt + bytes.readUInt32LE(24);
  const longerAt = placeRowsAt + bytes.readUInt32LE(28);
  const end = longerAt + bytes.readUInt32LE(32);
  if (end !== bytes.length) throw damaged(`it has ${bytes.length} bytes instead of ${end}`);
  return {
    bytes,
    flags,
    symbolCount: bytes.readUInt32LE(12),
    wordCount,
    lengths: { bytes, at: lengthsAt, end: namesAt },
    names: { start: namesAt, end: nameRowsAt, form: textForm(flags >>> 8) },
    nameRows: { bytes, at: nameRowsAt, end: placeRowsAt },
    placeRows: { bytes, at: placeRowsAt, end: longerAt },
    longer: { start: longerAt, end, form: textForm(flags >>> 16) },
  };
}

function textForm(bits: number): TextForm {
  const form = textForms[bits & 0xff];
  if (form === undefined) throw damaged("its text has an unknown form");
  return form;
}

function readTexts({ bytes, lengths, names }: Sections): readonly string[] {
  const all = readText(bytes, names.start, names.end, names.form);
  const texts: string[] = [];
  let at = 0;
  for (let left = readUnsigned(lengths); left > 0; left -= 1) {
    const start = at;
    at += readUnsigned(lengths);
    texts.push(all.slice(start, at));
  }
  expectEnd(lengths);
  if (at !== all.length) throw damaged("its names have other lengths");
  return texts;
}

function readFirstTexts(sections: Sections, most: number): readonly string[] {
  const { bytes, lengths, names } = sections;
  // In UTF-8 the byte count does not tell where the second text begins.
  if (names.form === "utf8") return readTexts(sections);
  const unitBytes = names.form === "utf16" ? 2 : 1;
  const texts: string[] = [];
  let at = names.start;
  for (let left = Math.min(readUnsigned(lengths), most); left > 0; left -= 1) {
    const start = at;
    at += readUnsigned(lengths) * unitBytes;
    if (at > names.end) throw damaged("its names have other lengths");
    texts.push(readText(bytes, start, at, names.form));
  }
  return texts;
}

function headOf({ flags, symbolCount }: Sections, texts: readonly string[]): RecordHead {
  const [language, note] = texts;
  const isNoted = (flags & hasNote) !== 0;
  if (language === undefined || (isNoted && note === undefined)) throw damaged("it does not say its language");
  return { language, broken: (flags & isBroken) !== 0, note: isNoted ? note : undefined, symbolCount };
}

function wordsOf({ bytes, wordCount }: Sections): Uint32Array {
  const words = bytes.subarray(headerBytes, headerBytes + wordCount * 4);
  const aligned = words.byteOffset % 4 === 0 ? words : new Uint8Array(words);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, wordCount);
}
