import { type FileHandle, open } from "node:fs/promises";
import { threadClosed } from "../agent/log/memory-store.ts";
import type { LogEntry } from "../agent/log/entries.ts";
import type { ThreadLog } from "../agent/log/thread-store.ts";
import { type ThreadFile, writeHeader } from "./thread-file.ts";
import type { ProcessLock } from "../process/process-lock.ts";

export interface OpenFile {
  readonly path: string;
  readonly directory: string;
  readonly thread: string;
  readonly held: ProcessLock;
  readonly found: ThreadFile;
}

/** Appends to a thread's file. It is made with the first entry, so that a thread that was only opened leaves nothing. */
export function openThreadWriter({ path, directory, thread, held, found }: OpenFile): ThreadLog {
  let file: FileHandle | undefined;
  let size = found.wholeBytes;
  let turn: Promise<void> = Promise.resolve();
  let closed: Promise<void> | undefined;

  /** One after the other, whoever asks: two writes at once could mix their lines. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  }

  async function openFile(): Promise<FileHandle> {
    const opened = await open(path, "a", 0o600);
    try {
      // A line that a crash or a full disk has cut was never confirmed.
      await opened.truncate(size);
      if (size > 0) return opened;
      const header = Buffer.from(writeHeader(thread));
      await writeWhole(opened, header);
      await opened.sync();
      await syncDirectory(directory);
      size = header.length;
      return opened;
    } catch (error) {
      await opened.close().catch(() => {});
      throw error;
    }
  }

  async function append(entries: readonly LogEntry[]): Promise<void> {
    if (entries.length === 0) return;
    file ??= await openFile();
    const bytes = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    try {
      await writeWhole(file, bytes);
      await file.datasync();
      size += bytes.length;
    } catch (error) {
      const broken = file;
      // The next append opens the file again, and cuts off what could not be cut off now.
      file = undefined;
      await broken.truncate(size).catch(() => {});
      await broken.close().catch(() => {});
      throw error;
    }
  }

  async function close(): Promise<void> {
    try {
      await file?.close();
    } finally {
      await held.release();
    }
  }

  return {
    entries: found.entries,
    async append(entries) {
      if (closed !== undefined) throw threadClosed(thread);
      await inTurn(() => append(entries));
    },
    async close() {
      closed ??= inTurn(close);
      await closed;
    },
  };
}

/** A disk that is nearly full takes a part. */
async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
}

/** Windows cannot open a directory, and keeps names without it. */
export async function syncDirectory(directory: string): Promise<void> {
  const opened = await open(directory, "r").catch(() => undefined);
  try {
    await opened?.sync().catch(() => undefined);
  } finally {
    await opened?.close();
  }
}
