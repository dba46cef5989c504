import type { PoolThread } from "../../src/workspace/threads/open-thread-pool.ts";
import { lentThreads } from "./lent-thread.ts";

/** Threads on whose machine it takes time to look for names in files: `wait` is told how many files a job has. */
export function slowThreads(wait: (files: readonly string[]) => Promise<void>): typeof lentThreads {
  return {
    ...lentThreads,
    start(): PoolThread {
      const thread = lentThreads.start();
      const post = thread.postMessage.bind(thread);
      thread.postMessage = (message) => void wait(namesIn(message)).then(() => post(message));
      return thread;
    },
  };
}

function namesIn(message: unknown): readonly string[] {
  if (typeof message !== "object" || message === null || !("job" in message)) return [];
  const { job } = message;
  if (typeof job !== "object" || job === null || !("kind" in job) || job.kind !== "occurrences") return [];
  return "files" in job && Array.isArray(job.files) ? job.files.map(String) : [];
}
