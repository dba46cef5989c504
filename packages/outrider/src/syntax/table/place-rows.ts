import type { Span } from "../../languages/language.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import {
  type ByteReader,
  damaged,
  readSigned,
  readUnsigned,
  type ByteWriter,
  writeSigned,
  writeUnsigned,
} from "./bytes.ts";
import { hasBody, hasDoc, hasDocSpan, hasOverload, type NameRow } from "./name-rows.ts";

/** Where the previous row began; zero for the first. */
interface Before {
  readonly start: number;
  readonly line: number;
}

const nothingBefore: Before = { start: 0, line: 0 };

/** Every number is stored as the distance to a likely near one. Returns the texts that the rows refer to, in order. */
export function writePlaceRows(to: ByteWriter, symbols: readonly CodeSymbol[]): string {
  let before = nothingBefore;
  const texts: string[] = [];
  for (const symbol of symbols) {
    writePlace(to, symbol, before);
    before = { start: symbol.span.start, line: symbol.startLine };
    texts.push(symbol.signature);
    if (symbol.doc !== undefined) texts.push(symbol.doc);
  }
  return texts.join("");
}

function writePlace(to: ByteWriter, symbol: CodeSymbol, before: Before): void {
  const { name, span, nameSpan, bodySpan, docSpan, overload, line, startLine, endLine } = symbol;
  writeSigned(to, place(startLine) - before.line);
  writeSigned(to, place(line) - startLine);
  writeSigned(to, place(endLine) - startLine);
  writeSigned(to, place(span.start) - before.start);
  writeSigned(to, place(span.end) - span.start);
  writeSigned(to, place(nameSpan.start) - span.start);
  writeSigned(to, place(nameSpan.end) - nameSpan.start - name.length);
  if (overload !== undefined) writeUnsigned(to, overload);
  if (bodySpan !== undefined) {
    writeSigned(to, place(bodySpan.start) - nameSpan.end);
    writeSigned(to, span.end - place(bodySpan.end));
  }
  if (docSpan !== undefined) {
    writeSigned(to, span.start - place(docSpan.end));
    writeSigned(to, docSpan.end - place(docSpan.start));
  }
  writeUnsigned(to, symbol.signature.length);
  if (symbol.doc !== undefined) writeUnsigned(to, symbol.doc.length);
}

export function readPlaceRows(from: ByteReader, names: readonly NameRow[], texts: string): readonly CodeSymbol[] {
  let before = nothingBefore;
  let textAt = 0;
  const text = (): string => {
    const start = textAt;
    textAt += readUnsigned(from);
    if (textAt > texts.length) throw damaged("a text is missing");
    return texts.slice(start, textAt);
  };
  const symbols = names.map((row) => {
    const symbol = readPlace(from, row, before, text);
    before = { start: symbol.span.start, line: symbol.startLine };
    return symbol;
  });
  if (textAt !== texts.length) throw damaged("some text belongs to no symbol");
  return symbols;
}

function readPlace(from: ByteReader, row: NameRow, before: Before, text: () => string): CodeSymbol {
  const { name, kind, path, parent, flags, exported, test } = row;
  const startLine = found(before.line + readSigned(from));
  const line = found(startLine + readSigned(from));
  const endLine = found(startLine + readSigned(from));
  const start = found(before.start + readSigned(from));
  const span = { start, end: found(start + readSigned(from)) };
  const nameStart = found(start + readSigned(from));
  const nameSpan = { start: nameStart, end: found(nameStart + name.length + readSigned(from)) };
  const overload = (flags & hasOverload) === 0 ? undefined : readUnsigned(from);
  const bodySpan = (flags & hasBody) === 0 ? undefined : readBody(from, nameSpan, span);
  const docSpan = (flags & hasDocSpan) === 0 ? undefined : readDoc(from, span);
  const signature = text();
  const doc = (flags & hasDoc) === 0 ? undefined : text();
  return {
    name,
    kind,
    path,
    overload,
    parent,
    span,
    nameSpan,
    bodySpan,
    docSpan,
    line,
    startLine,
    endLine,
    signature,
    doc,
    exported,
    test,
  };
}

function readBody(from: ByteReader, nameSpan: Span, span: Span): Span {
  const start = found(nameSpan.end + readSigned(from));
  return { start, end: found(span.end - readSigned(from)) };
}

function readDoc(from: ByteReader, span: Span): Span {
  const end = found(span.start - readSigned(from));
  return { start: found(end - readSigned(from)), end };
}

function found(value: number): number {
  if (!isPlace(value)) throw damaged(`${value} is no place in a text`);
  return value;
}

function place(value: number): number {
  if (!isPlace(value))
    throw new RangeError(`${value} is no place in a text: expected a whole number from 0 to 2^31 - 1.`);
  return value;
}

/** No string is longer than 2^30, so distances between positions always fit into 32 bits. */
function isPlace(value: number): boolean {
  return (value | 0) === value && value >= 0;
}
