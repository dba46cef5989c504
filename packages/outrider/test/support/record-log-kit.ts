import type { StoredFile } from "../../src/indexing/log/log-entry.ts";
import { openRecordLog, type RecordLog } from "../../src/indexing/log/record-log.ts";
import { hashBytes } from "../../src/workspace/text/text-file.ts";

export function openIn(directory: string, identity = "project 1"): RecordLog {
  return openRecordLog({ directory, identity });
}

/** A stored file whose every part follows from one number, so that a mixture of two is seen. */
export function countedFile(count: number, length = 40): StoredFile {
  const bytes = Buffer.alloc(length, `${count};`);
  const stamp = { size: count, mtimeMs: count + 0.25, ctimeMs: count * 3, ino: 2 ** 40 + count };
  return { stamp, hash: hashBytes(bytes), bytes };
}

export const put = (path: string, count: number, length?: number): { readonly path: string } & StoredFile => ({
  path,
  ...countedFile(count, length),
});

/** The numbers that all were made of; throws when the parts of one do not belong together. */
export function counts(files: ReadonlyMap<string, StoredFile>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    byPath(files).map(([path, file]): [string, number] => {
      const made = countedFile(file.stamp.size, file.bytes.length);
      const isWhole = file.hash === made.hash && JSON.stringify(file.stamp) === JSON.stringify(made.stamp);
      if (!isWhole || Buffer.compare(file.bytes, made.bytes) !== 0) throw new Error(`torn: ${path} ${file.hash}`);
      return [path, file.stamp.size];
    }),
  );
}

/** All parts, with the bytes as text. */
export function plain(files: ReadonlyMap<string, StoredFile>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    byPath(files).map(([path, { stamp, hash, bytes }]) => [
      path,
      { stamp, hash, bytes: Buffer.from(bytes).toString() },
    ]),
  );
}

/** What a new process would find. */
export async function found(directory: string, identity?: string): Promise<Readonly<Record<string, unknown>>> {
  return plain(await openIn(directory, identity).load());
}

export function expected(entries: Readonly<Record<string, number>>): Readonly<Record<string, unknown>> {
  return plain(new Map(Object.entries(entries).map(([path, count]) => [path, countedFile(count)])));
}

function byPath(files: ReadonlyMap<string, StoredFile>): readonly [string, StoredFile][] {
  return [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
