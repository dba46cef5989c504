import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open, readFile, rename, truncate, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isToolError } from "toolwright";
import type { StateDirectory } from "../../projects/state-directory.ts";
import { type HeldDirectory, holdDirectory } from "../held-directory.ts";
import { hasCode } from "../io-error.ts";
import { replaceFile, type ReplaceOptions } from "../replace-file.ts";
import { writeAll } from "../write-all.ts";
import type { Done } from "./keep.ts";
import { type Contents, decodeRecord, encodeRecord, type HistoryRecord, parseRecord } from "./record.ts";

const maxEntries = 100;
const usualBytes = 64 * 1024 * 1024;

/** A number; the `.open` suffix marks a change that has begun and not ended. */
const entryName = /^([1-9]\d{0,11})(\.open)?$/;

export const ownProcess = randomBytes(8).toString("hex");

export interface Journal {
  /** Newest first, as far as they can be read. Creates nothing and needs no lock. */
  list(): Promise<readonly HistoryRecord[]>;
  /** With the bytes it keeps; undefined if it is incomplete or gone. */
  read(id: number): Promise<{ record: HistoryRecord; contents: Contents } | undefined>;
  /** Records a finished change; not synced, for a crash may lose the way back but never the file. */
  keep(done: Done): Promise<KeptEntry>;
  /** Records a planned change, which is on the disk when this resolves. */
  begin(plan: Done, onStep: ReplaceOptions["onStep"]): Promise<HistoryRecord>;
  finish(id: number): Promise<KeptEntry>;
  /** Forgets a change that was begun and rolled back. */
  drop(id: number): Promise<void>;
  /** Ids of changes that were begun and never ended. */
  begun(): Promise<readonly number[]>;
  readBegun(id: number): Promise<{ record: HistoryRecord; contents: Contents } | undefined>;
}

export interface KeptEntry {
  readonly id: number;
  /** False if it was too large to keep. */
  readonly isKept: boolean;
}

// oxlint-disable-next-line max-lines-per-function -- the operations of one journal, each a few lines
export function createJournal(
  state: Pick<StateDirectory, "local" | "localPath">,
  maxBytes: number = usualBytes,
): Journal {
  /** Entries never change once written, so each size is read once. */
  const sizes = new Map<number, number>();

  /** Never through a link: a repository could contain one that leads to the history of another project. */
  async function inFolder<T>(work: (directory: HeldDirectory) => Promise<T>): Promise<T> {
    const directory = await holdDirectory(await state.localPath("history"));
    try {
      return await work(directory);
    } finally {
      await directory.close();
    }
  }

  async function names(): Promise<readonly string[]> {
    return await inFolder((directory) => directory.names()).catch(noneIfElsewhere);
  }

  function nextRecord({ title, by, deed, joins, undoes }: Done, all: readonly string[]): HistoryRecord {
    const id = Math.max(0, ...all.map((name) => Number(entryName.exec(name)?.[1] ?? 0))) + 1;
    return {
      version: 1,
      id,
      title,
      at: new Date().toISOString(),
      pid: process.pid,
      process: ownProcess,
      ...(by === undefined ? {} : { by }),
      joins: joins ?? null,
      undoes: undoes ?? null,
      deed,
    };
  }

  /** The oldest are removed first. For the newest only the bytes are removed: its number must not be reused. */
  async function prune(folder: HeldDirectory, newest: number, older: readonly string[]): Promise<boolean> {
    const ids = [...new Set([...finished(older), newest])].toSorted((one, other) => other - one);
    let total = 0;
    let isFull = false;
    for (const [index, id] of ids.entries()) {
      const size = sizes.get(id) ?? (await lstat(folder.entry(String(id)))).size;
      sizes.set(id, size);
      total += size;
      isFull ||= index >= maxEntries || total > maxBytes;
      if (!isFull) continue;
      sizes.delete(id);
      await (id === newest ? truncate(folder.entry(String(id))) : unlink(folder.entry(String(id))));
    }
    return sizes.has(newest);
  }

  async function readEntry(id: number, name: string): ReturnType<Journal["read"]> {
    return await inFolder(async (directory) => decodeRecord(id, await readWhole(directory.entry(name)))).catch(
      () => undefined,
    );
  }

  return {
    async list() {
      const ids = finished(await names());
      if (ids.length === 0) return [];
      const found = await inFolder((directory) =>
        Promise.all(ids.map((id) => readHeader(directory.entry(String(id)), id))),
      );
      return found.filter((record) => record !== undefined).toSorted((one, other) => other.id - one.id);
    },
    read: (id) => readEntry(id, String(id)),
    readBegun: (id) => readEntry(id, `${id}.open`),
    async keep(done) {
      const older = await names();
      const record = nextRecord(done, older);
      if (older.length === 0) await state.local("history");
      const bytes = encodeRecord(record, done.contents);
      if (bytes.length > maxBytes) return { id: record.id, isKept: false };
      return await inFolder(async (directory) => {
        await writeNew(directory.entry(String(record.id)), bytes);
        sizes.set(record.id, bytes.length);
        return { id: record.id, isKept: await prune(directory, record.id, older) };
      });
    },
    async begin(plan, onStep) {
      const record = nextRecord(plan, await names());
      const folder = await state.local("history");
      const options = { expect: "missing", mode: 0o600, ...(onStep && { onStep }) } as const;
      const entry = join(folder, `${record.id}.open`);
      await replaceFile(entry, encodeRecord(record, plan.contents), options).catch(async (error: unknown) => {
        await unlink(entry).catch(() => undefined);
        throw error;
      });
      return record;
    },
    finish: (id) =>
      inFolder(async (directory) => {
        await rename(directory.entry(`${id}.open`), directory.entry(String(id)));
        // It has ended now, even if syncing fails.
        await directory.sync().catch(() => undefined);
        const kept = directory.names().then((all) => prune(directory, id, all));
        return { id, isKept: await kept.catch(() => true) };
      }),
    drop: (id) =>
      inFolder(async (directory) => {
        await unlink(directory.entry(`${id}.open`));
        await directory.sync();
      }),
    async begun() {
      const open = (await names()).flatMap((name) => (name.endsWith(".open") ? [entryName.exec(name)?.[1]] : []));
      return open.filter((id) => id !== undefined).map(Number);
    },
  };
}

function finished(names: readonly string[]): readonly number[] {
  return names.flatMap((name) => {
    const [, id, open] = entryName.exec(name) ?? [];
    return id === undefined || open !== undefined ? [] : [Number(id)];
  });
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, 0o600);
  try {
    await writeAll(handle, bytes);
  } catch (error) {
    // Half an entry is not worth its space.
    await handle.truncate(0).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

async function readWhole(path: string): Promise<Buffer> {
  const handle = await openEntry(path);
  try {
    return await readFile(handle);
  } finally {
    await handle.close();
  }
}

async function readHeader(path: string, id: number): Promise<HistoryRecord | undefined> {
  try {
    const handle = await openEntry(path);
    try {
      const { size } = await handle.stat();
      return parseRecord(id, await readLine(handle), size);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

async function openEntry(path: string): Promise<FileHandle> {
  return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

async function readLine(handle: FileHandle): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for (;;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16_384));
    const end = buffer.subarray(0, bytesRead).indexOf("\n");
    parts.push(buffer.subarray(0, end === -1 ? bytesRead : end));
    if (end !== -1 || bytesRead === 0) return Buffer.concat(parts);
  }
}

/** Nothing was kept yet, or a link leads to something that is not ours to read. */
function noneIfElsewhere(error: unknown): never[] {
  if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP") || isToolError(error)) return [];
  throw error;
}
