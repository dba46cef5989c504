import { type SymbolKind, symbolKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import {
  type ByteReader,
  damaged,
  readByte,
  readUnsigned,
  type ByteWriter,
  writeByte,
  writeUnsigned,
} from "./bytes.ts";

/** What a search by name reads, without positions and texts. */
export type SymbolName = Pick<CodeSymbol, "name" | "kind" | "path" | "parent" | "exported" | "test">;

export interface NameRow extends SymbolName {
  /** Which of the optional parts are present. */
  readonly flags: number;
}

export const hasOverload = 4;
export const hasBody = 8;
export const hasDocSpan = 16;
export const hasDoc = 32;
const isExported = 64;
const isTest = 128;

/** How a path is derived: most are the parent's path plus the name, or the name alone. */
const pathIsName = 0;
const pathBelowParent = 1;
const pathBelowText = 2;
const pathIsText = 3;

/** One row: kind, flags, name, parent, and the path if it cannot be derived from these. */
export function writeNameRow(
  to: ByteWriter,
  symbols: readonly CodeSymbol[],
  index: number,
  symbol: CodeSymbol,
  intern: (text: string) => number,
): void {
  const { name, kind, path, parent } = symbol;
  const mode = pathMode(path, name, parent !== undefined && parent < index ? symbols[parent]?.path : undefined);
  writeByte(to, kindNumber(kind));
  writeByte(to, mode | flagsOf(symbol));
  writeUnsigned(to, intern(name));
  if (parent === undefined) {
    writeByte(to, 0);
  } else {
    if (symbols[parent] === undefined)
      throw new RangeError(`The parent ${parent} of ${JSON.stringify(path)} is not in its list.`);
    // Odd numbers mean a parent further up, the usual case; one row up is the shortest.
    writeUnsigned(to, parent < index ? (index - parent) * 2 - 1 : (parent - index) * 2 + 2);
  }
  if (mode === pathBelowText) writeUnsigned(to, intern(path.slice(0, path.length - name.length - 1)));
  if (mode === pathIsText) writeUnsigned(to, intern(path));
}

function pathMode(path: string, name: string, above: string | undefined): number {
  if (path === name) return pathIsName;
  const slash = path.length - name.length - 1;
  if (slash < 0 || path[slash] !== "/" || !path.endsWith(name)) return pathIsText;
  return above !== undefined && above.length === slash && path.startsWith(above) ? pathBelowParent : pathBelowText;
}

/** Reads the rows of all symbols in order. */
export function readNameRows(from: ByteReader, count: number, texts: readonly string[]): readonly NameRow[] {
  const rows: NameRow[] = [];
  const text = (): string => {
    const found = texts[readUnsigned(from)];
    if (found === undefined) throw damaged("a name is missing");
    return found;
  };
  for (let index = 0; index < count; index += 1) {
    const kind = symbolKinds[readByte(from)];
    if (kind === undefined) throw damaged("a symbol has no known kind");
    const flags = readByte(from);
    const name = text();
    const parent = readParent(readUnsigned(from), index, count);
    const path = readPath(flags & 3, name, parent === undefined ? undefined : rows[parent]?.path, text);
    rows.push({ name, kind, path, parent, exported: (flags & isExported) !== 0, test: (flags & isTest) !== 0, flags });
  }
  return rows;
}

function readParent(code: number, index: number, count: number): number | undefined {
  if (code === 0) return undefined;
  const parent = code % 2 === 1 ? index - (code + 1) / 2 : index + (code - 2) / 2;
  if (parent < 0 || parent >= count) throw damaged("a symbol stands in one that is not there");
  return parent;
}

function readPath(mode: number, name: string, above: string | undefined, text: () => string): string {
  if (mode === pathIsName) return name;
  if (mode === pathIsText) return text();
  const prefix = mode === pathBelowText ? text() : above;
  if (prefix === undefined) throw damaged("a path follows from one that is not there");
  return `${prefix}/${name}`;
}

function flagsOf({ overload, bodySpan, docSpan, doc, exported, test }: CodeSymbol): number {
  return (
    (overload === undefined ? 0 : hasOverload) |
    (bodySpan === undefined ? 0 : hasBody) |
    (docSpan === undefined ? 0 : hasDocSpan) |
    (doc === undefined ? 0 : hasDoc) |
    (exported ? isExported : 0) |
    (test ? isTest : 0)
  );
}

const kindNumbers: ReadonlyMap<SymbolKind, number> = new Map(symbolKinds.map((kind, index) => [kind, index]));

function kindNumber(kind: SymbolKind): number {
  const found = kindNumbers.get(kind);
  if (found === undefined || found > 255)
    throw new RangeError(`${JSON.stringify(kind)} is no kind of symbol that can be stored.`);
  return found;
}
