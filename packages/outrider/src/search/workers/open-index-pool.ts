import { Worker } from "node:worker_threads";
import { findThreadFile } from "../../workspace/threads/find-thread-file.ts";
import { openThreadPool, type ThreadPool } from "../../workspace/threads/open-thread-pool.ts";
import type { StaticWeights } from "../embedders/static/weights-format.ts";
import type { IndexJob, IndexReply } from "./messages.ts";

/** Threads that prepare texts for being found. */
export type IndexPool = ThreadPool<IndexJob, IndexReply>;

/** `weights` are of the bundled model; without them no vectors are made. */
export function openIndexPool(weights: StaticWeights | undefined): IndexPool {
  return openThreadPool<IndexJob, IndexReply>({
    name: "indexer",
    start: () =>
      new Worker(findThreadFile("search/workers/index-worker"), {
        workerData: { weights },
        // One file never needs more; the default follows the machine's memory.
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      }),
  });
}
