import { Worker } from "node:worker_threads";
import { findWorkerFile } from "./worker-file.ts";

/** Starts a thread that parses. Throws when there is no bundle for it, or when the system has no thread left. */
export function startThread(): Worker {
  // The default limit of a thread's heap follows the machine's memory; one file never needs that much.
  return new Worker(findWorkerFile(), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
}
