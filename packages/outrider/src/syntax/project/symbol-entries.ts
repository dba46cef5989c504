import type { FileStamp } from "../../workspace/freshness/file-table.ts";
import { createNameTable, type NameTable } from "../names/name-table.ts";
import { decodeRecord, type FileRecord, readHead, readNames, type RecordHead } from "../table/file-record.ts";
import type { StoredFile } from "../../indexing/log/log-entry.ts";

export interface SymbolEntry extends StoredFile {
  readonly head: RecordHead;
}

/** The table in memory: the encoded record of each file, and all names in searchable form. */
export interface SymbolEntries {
  readonly all: ReadonlyMap<string, SymbolEntry>;
  readonly names: NameTable;
  set(path: string, file: StoredFile): void;
  /** The content is unchanged under a new stamp. */
  restamp(path: string, stamp: FileStamp): void;
  delete(path: string): void;
  clear(): void;
  decode(path: string): FileRecord | undefined;
  /** Increases with every change. */
  version(): number;
}

/** Limit for decoded symbols: some megabytes. */
const maxDecoded = 20_000;

export function createSymbolEntries(): SymbolEntries {
  const all = new Map<string, SymbolEntry>();
  let names = createNameTable();
  let version = 0;
  /** Successive questions are about the same few files. */
  const decoded = new Map<string, { readonly bytes: Uint8Array; readonly record: FileRecord }>();
  let decodedSize = 0;
  return {
    all,
    get names() {
      return names;
    },
    set(path, file) {
      version += 1;
      const { stamp, hash, bytes } = file;
      all.set(path, { stamp, hash, bytes, head: readHead(bytes) });
      names.set(path, () => readNames(bytes));
    },
    restamp(path, stamp) {
      const known = all.get(path);
      if (known !== undefined) all.set(path, { ...known, stamp });
    },
    delete(path) {
      if (!all.delete(path)) return;
      version += 1;
      names.delete(path);
    },
    clear() {
      version += 1;
      all.clear();
      decoded.clear();
      decodedSize = 0;
      names = createNameTable();
    },
    decode(path) {
      const entry = all.get(path);
      if (entry === undefined) return undefined;
      const known = decoded.get(path);
      if (known?.bytes === entry.bytes) return known.record;
      const record = decodeRecord(entry.bytes);
      const size = 1 + record.symbols.length;
      decodedSize += size;
      if (decodedSize > maxDecoded) {
        decoded.clear();
        decodedSize = size;
      }
      decoded.set(path, { bytes: entry.bytes, record });
      return record;
    },
    version: () => version,
  };
}
