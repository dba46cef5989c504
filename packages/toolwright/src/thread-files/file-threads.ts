import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { threadBusy } from "../agent/log/memory-store.ts";
import { isSubagentThread, rootThread, subagentPrefix } from "../agent/log/subagent-threads.ts";
import type { ThreadFacts, ThreadLog, ThreadStore } from "../agent/log/thread-store.ts";
import { errorCode, isToolError, ToolError } from "../tool/tool-error.ts";
import { readThreadFacts, readThreadFile } from "./thread-file.ts";
import { openThreadWriter, syncDirectory } from "./thread-writer.ts";
import { takeProcessLock, type ProcessLock } from "../process/process-lock.ts";

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

  async function lock(thread: string): Promise<ProcessLock> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const taken = await takeProcessLock(directory, nameFile(thread));
    if ("busy" in taken) throw threadBusy(thread, ` ${taken.busy}`);
    return taken;
  }

  async function openLog(thread: string): Promise<ThreadLog> {
    const held = await lock(thread);
    try {
      const path = pathOf(thread);
      const found = await readThreadFile(path, thread);
      const log = openThreadWriter({ path, directory, thread, held, found });
      const { entries, append, close } = log;
      return {
        entries,
        append: (added) => orStoreFailed(directory, () => append(added)),
        close: () => orStoreFailed(directory, close),
      };
    } catch (error) {
      await held.release();
      throw error;
    }
  }

  async function list(): Promise<readonly ThreadFacts[]> {
    const names = await readdir(directory).catch(ignoreMissing);
    const facts: ThreadFacts[] = [];
    for (const name of names?.filter(isThreadFile) ?? []) {
      const found = await readThreadFacts(join(directory, name));
      if (found !== undefined) facts.push(found);
    }
    return facts;
  }

  async function deleteThread(thread: string): Promise<boolean> {
    const exists = (await stat(pathOf(thread)).catch(ignoreMissing)) !== undefined;
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
  }

  return {
    open: (thread) => orStoreFailed(directory, () => openLog(thread)),
    read: (thread) => orStoreFailed(directory, async () => (await readThreadFile(pathOf(thread), thread)).entries),
    list: () => orStoreFailed(directory, list),
    delete: (thread) => orStoreFailed(directory, () => deleteThread(thread)),
    async close() {},
  };
}

async function orStoreFailed<Value>(directory: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (isToolError(error)) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    const message = `The threads in ${directory} cannot be used: ${problem}. Try again when that is mended.`;
    throw new ToolError("store_failed", message, { retryable: true, cause: error });
  }
}

/**
 * File systems disagree on case, length and characters; a digest is the same on all of them. What belongs to a subagent begins
 * with the name of the agent's own thread.
 */
function nameFile(thread: string): string {
  return isSubagentThread(thread) ? `${digest(rootThread(thread))}-${digest(thread)}` : digest(thread);
}

function digest(thread: string): string {
  // Half of a surrogate pair has no bytes of its own, so that all of them would have the same file.
  const text = /\p{Surrogate}/u.test(thread) ? JSON.stringify(thread) : thread;
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

/** The files of all subagents below a thread. */
async function findSubagents(directory: string, thread: string): Promise<readonly string[]> {
  const prefix = `${digest(rootThread(thread))}-`;
  const names = (await readdir(directory).catch(ignoreMissing)) ?? [];
  const paths = names.filter((name) => name.startsWith(prefix)).map((name) => join(directory, name));
  if (!isSubagentThread(thread)) return paths;
  const logs = paths.filter((path) => path.endsWith(ending));
  const threads = await Promise.all(logs.map(async (path) => (await readThreadFacts(path))?.thread ?? ""));
  return logs.filter((_, index) => threads[index]?.startsWith(subagentPrefix(thread)) === true);
}

/** Other files of the directory are somebody else's. */
function isThreadFile(name: string): boolean {
  return /^[0-9a-f]{40}\.jsonl$/.test(name);
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
