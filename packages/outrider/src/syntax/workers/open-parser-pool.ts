import type { Worker } from "node:worker_threads";
import { openThreadPool, type ThreadPool } from "../../workspace/threads/open-thread-pool.ts";
import type { ParseJob, Reply } from "./messages.ts";
import { startThread } from "./parser-thread.ts";

/** Threads that parse. */
export type ParserPool = ThreadPool<ParseJob, Reply>;

export interface ParserPoolOptions {
  readonly size?: number;
  /** A thread that was started before. */
  readonly early?: Worker | undefined;
  /** How long a thread may say nothing before it is ended. */
  readonly silenceMs?: number;
  /** How long a thread without work stays, when it is not the last one. */
  readonly idleMs?: number;
  /** How a thread is started. */
  readonly start?: () => Worker;
}

export function openParserPool(options: ParserPoolOptions = {}): ParserPool {
  return openThreadPool<ParseJob, Reply>({ name: "parser", start: startThread, ...options });
}
