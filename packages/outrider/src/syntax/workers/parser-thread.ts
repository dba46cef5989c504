import { Worker } from "node:worker_threads";
import type { NumberedJob } from "../../workspace/threads/open-thread-pool.ts";
import type { ParseJob } from "./messages.ts";
import { findThreadFile } from "../../workspace/threads/find-thread-file.ts";

/**
 * Starts a parser thread while the program itself is still loading, so that the first question need not wait for it: loading
 * a grammar and compiling its queries takes as long as the whole start. It does not keep the process alive.
 */
export function startEarlyThread(directory: string): Worker {
  const worker = startThread();
  worker.unref();
  // The pool that takes it over handles its end; until then an error must not crash the process.
  worker.on("error", () => {});
  worker.postMessage({ id: 0, job: { kind: "warm", directory } } satisfies NumberedJob<ParseJob>);
  return worker;
}

/** Starts a parser thread. Throws if its bundle is missing, or if the system has no threads left. */
export function startThread(): Worker {
  // The default heap limit of a thread follows the machine's memory; one file never needs that much.
  return new Worker(findWorkerFile(), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
}

/** The bundle of the parser thread. */
export function findWorkerFile(): string {
  return findThreadFile("syntax/workers/parse-worker");
}
