import { Worker } from "node:worker_threads";
import type { NumberedJob } from "../../workspace/threads/open-thread-pool.ts";
import type { ParseJob } from "./messages.ts";
import { findThreadFile } from "../../workspace/threads/find-thread-file.ts";

/**
 * Starts a parser's thread while the program itself is still loading, so that the first question need not wait for it: to load
 * a grammar and compile its queries takes as long as all of the start. It keeps no process alive.
 */
export function startEarlyThread(directory: string): Worker {
  const worker = startThread();
  worker.unref();
  // The pool that takes it over learns when it ends; until then an error is no crash.
  worker.on("error", () => {});
  worker.postMessage({ id: 0, job: { kind: "warm", directory } } satisfies NumberedJob<ParseJob>);
  return worker;
}

/** Starts a thread that parses. Throws when there is no bundle for it, or when the system has no thread left. */
export function startThread(): Worker {
  // The default limit of a thread's heap follows the machine's memory; one file never needs that much.
  return new Worker(findWorkerFile(), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
}

/** The bundle of the thread that parses. */
export function findWorkerFile(): string {
  return findThreadFile("syntax/workers/parse-worker");
}
