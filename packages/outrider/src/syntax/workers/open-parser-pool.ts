import type { Worker } from "node:worker_threads";
import { openThreadPool, type PoolThread, type ThreadPool } from "../../workspace/threads/open-thread-pool.ts";
import type { ParseJob, Reply } from "./messages.ts";
import { startThread } from "./parser-thread.ts";

/** Parser threads. */
export type ParserPool = ThreadPool<ParseJob, Reply>;

export interface ParserPoolOptions {
  readonly size?: number;
  /** A thread that was started earlier. */
  readonly early?: Worker | undefined;
  /** How long a thread may be silent before it is terminated. */
  readonly silenceMs?: number;
  /** How long an idle thread is kept, unless it is the last one. */
  readonly idleMs?: number;
  /** A thread that holds more after a job is replaced. */
  readonly maxHeldBytes?: number;
  /** How a thread is started. */
  readonly start?: () => PoolThread;
}

/** Where threads come from. */
export type ParserThreads = Pick<ParserPoolOptions, "early" | "start">;

export function openParserPool(options: ParserPoolOptions = {}): ParserPool {
  return openThreadPool<ParseJob, Reply>({ name: "parser", start: startThread, ...options });
}
