import { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import { findWorkerFile } from "../../src/syntax/workers/parser-thread.ts";
import type { PoolThread } from "../../src/workspace/threads/open-thread-pool.ts";

/** One thread for each pool: beside other tests a second one would win no time. */
export const lentThreads = { start: (): PoolThread => new LentThread(), size: 1 };

/** Jobs of all pools. The thread works on the first one. */
const jobs: LentJob[] = [];
let shared: Worker | undefined;
let lastId = 0;

interface LentJob {
  readonly borrower: LentThread;
  readonly message: Numbered;
  /** Pools count their jobs separately, so that the thread gets a number of our own. */
  readonly id: number;
}

/**
 * What a pool takes for its thread. To load a grammar and compile its queries takes longer than most tests, and a thread
 * keeps nothing of one project for the next. So one thread works for all pools of a test process, one job at a time.
 */
class LentThread extends EventEmitter implements PoolThread {
  ref(): void {}
  unref(): void {}

  postMessage(message: unknown): void {
    if (!isNumbered(message)) throw new Error("A job for a parser thread needs a number.");
    lastId += 1;
    jobs.push({ borrower: this, message, id: lastId });
    if (jobs.length === 1) startJob();
  }

  /** Really ends the thread if it works for this pool; the next job starts another one. */
  async terminate(): Promise<number> {
    const [current] = jobs;
    const others = jobs.filter(({ borrower }) => borrower !== this);
    jobs.splice(0, jobs.length, ...others);
    if (current?.borrower !== this) return 0;
    const ended = shared;
    shared = undefined;
    startJob();
    return (await ended?.terminate()) ?? 0;
  }
}

function startJob(): void {
  const [next] = jobs;
  if (next === undefined) return;
  shared ??= startShared();
  shared.postMessage({ ...next.message, id: next.id });
}

function startShared(): Worker {
  const worker = new Worker(findWorkerFile(), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
  worker.unref();
  worker.on("message", (answer: unknown) => {
    const [current] = jobs;
    if (worker !== shared || current === undefined || !isNumbered(answer) || answer.id !== current.id) return;
    if (isEnd(answer.reply)) {
      jobs.shift();
      startJob();
    }
    current.borrower.emit("message", { ...answer, id: current.message.id });
  });
  worker.on("error", (error) => lose(worker, "error", error));
  worker.on("exit", (code) => lose(worker, "exit", code));
  return worker;
}

/** The thread has ended by itself: only the pool that it worked for is told. */
function lose(worker: Worker, event: "error" | "exit", detail: unknown): void {
  if (worker !== shared) return;
  shared = undefined;
  const current = jobs.shift();
  startJob();
  current?.borrower.emit(event, detail);
}

interface Numbered {
  readonly id: unknown;
  readonly reply?: unknown;
}

function isNumbered(message: unknown): message is Numbered {
  return typeof message === "object" && message !== null && "id" in message;
}

function isEnd(reply: unknown): boolean {
  if (typeof reply !== "object" || reply === null || !("kind" in reply)) return false;
  return reply.kind === "done" || reply.kind === "failed";
}
