import { createHash } from "node:crypto";
import { access, type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { errorCode, ToolError } from "../tool/tool-error.ts";
import { threadBusy, threadClosed } from "../agent/log/memory-store.ts";
import { isSubagentThread, rootThread, subagentPrefix } from "../agent/log/subagent-threads.ts";
import type { ThreadFacts, ThreadLog, ThreadStore } from "../agent/log/thread-store.ts";
import { readThreadFile, type ThreadFile, writeHeader } from "./thread-file.ts";
import { takeWriterLock, type WriterLock } from "./writer-lock.ts";

/** Where threads are kept on disk. */
export interface FileThreadsOptions {
  /** Created for this user alone when the first thread is written. Processes of one machine may share it. */
  readonly directory: string;
}

const ending = ".jsonl";

/** Keeps each thread in a file of lines that only grows. What `append` has confirmed survives a crash of the machine. */
export function openFileThreads(options: FileThreadsOptions): ThreadStore {
  const directory = resolve(options.directory);
  const pathOf = (thread: string): string => join(directory, `${nameFile(thread)}${ending}`);

  async function lock(thread: string): Promise<WriterLock> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const taken = await takeWriterLock(directory, nameFile(thread));
    if ("busy" in taken) throw threadBusy(thread, ` ${taken.busy}`);
    return taken;
  }

  async function openLog(thread: string): Promise<ThreadLog> {
    const held = await lock(thread);
    try {
      const path = pathOf(thread);
      const found = await readThreadFile(path, thread);
      return writeBehind({ path, directory, thread, held, found });
    } catch (error) {
      await held.release();
      throw error;
    }
  }

  return {
    open: openLog,
    read: async (thread) => (await readThreadFile(pathOf(thread), thread)).entries,
    async list() {
      const facts: ThreadFacts[] = [];
      for (const name of (await listFiles(directory)).filter((each) => !each.includes("-"))) {
        const { thread, entries } = await readThreadFile(join(directory, name), undefined);
        const changedAt = entries.at(-1)?.time;
        if (thread !== undefined && changedAt !== undefined) facts.push({ thread, entries: entries.length, changedAt });
      }
      return facts;
    },
    async delete(thread) {
      const exists = await isFile(pathOf(thread));
      const family = await findSubagents(directory, thread);
      if (!exists && family.length === 0) return false;
      const held = await lock(thread);
      try {
        // The thread goes last: as long as it is there, those of its subagents can be found.
        for (const path of [...family, pathOf(thread)]) await rm(path, { force: true });
        await syncDirectory(directory);
        return exists;
      } finally {
        await held.release();
      }
    },
    async close() {},
  };
}

interface OpenFile {
  readonly path: string;
  readonly directory: string;
  readonly thread: string;
  readonly held: WriterLock;
  readonly found: ThreadFile;
}

/** The file is made with the first entry, so that a thread that was only opened leaves nothing. */
function writeBehind({ path, directory, thread, held, found }: OpenFile): ThreadLog {
  let file: FileHandle | undefined;
  let isClosed = false;
  let size = found.wholeBytes;

  async function openFile(): Promise<FileHandle> {
    const opened = await open(path, "a", 0o600);
    // A line that was cut by a crash was never confirmed.
    await opened.truncate(size);
    if (size === 0) {
      size += (await opened.write(writeHeader(thread))).bytesWritten;
      await opened.sync();
      await syncDirectory(directory);
    }
    return opened;
  }

  return {
    entries: found.entries,
    async append(entries) {
      if (isClosed) throw threadClosed(thread);
      file ??= await openFile();
      const bytes = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
      try {
        for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
        await file.datasync();
        size += bytes.length;
      } catch (error) {
        // A part of it may be there. Only what was confirmed may stay in front of what comes next.
        await file.truncate(size).catch(() => undefined);
        throw new ToolError("store_failed", "The file of the thread could not be written.", { cause: error });
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await file?.close();
      await held.release();
    },
  };
}

/**
 * File systems disagree on case, length and characters; a digest is the same on all of them. What belongs to a subagent begins
 * with the name of the agent's own thread.
 */
function nameFile(thread: string): string {
  return isSubagentThread(thread) ? `${digest(rootThread(thread))}-${digest(thread)}` : digest(thread);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

async function listFiles(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names.filter((each) => each.endsWith(ending));
}

async function findSubagents(directory: string, thread: string): Promise<readonly string[]> {
  const related = (await listFiles(directory)).filter((each) => each.startsWith(`${digest(rootThread(thread))}-`));
  const paths = related.map((name) => join(directory, name));
  if (!isSubagentThread(thread)) return paths;
  const threads = await Promise.all(paths.map(async (path) => (await readThreadFile(path, undefined)).thread ?? ""));
  return paths.filter((_, index) => threads[index]?.startsWith(subagentPrefix(thread)) === true);
}

async function isFile(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** Windows cannot open a directory, and keeps names without it. */
async function syncDirectory(directory: string): Promise<void> {
  const opened = await open(directory, "r").catch(() => undefined);
  try {
    await opened?.sync().catch(() => undefined);
  } finally {
    await opened?.close();
  }
}
