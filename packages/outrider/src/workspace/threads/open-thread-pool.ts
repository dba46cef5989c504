import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";

/** Threads of one kind. `Job` is what they are asked for, `Reply` what they answer as it becomes ready. */
export interface ThreadPool<Job, Reply> {
  /** Runs a job in a thread; rejects with a WorkerLostError if the thread died or was silent for too long. */
  run(job: Job, options: RunOptions<Reply>): Promise<void>;
  readonly size: number;
  close(): Promise<void>;
}

export interface RunOptions<Reply> {
  readonly signal: AbortSignal;
  readonly onReply: (reply: Reply) => void;
  /** A caller waits for this answer: it takes precedence over background work. */
  readonly urgent?: boolean;
  /** How long the thread may be silent. Default: as the pool says. */
  readonly silenceMs?: number;
}

/** A job in transit. A pool numbers its jobs from 1, so that no reply is mistaken for another job's. */
export interface NumberedJob<Job> {
  readonly id: number;
  readonly job: Job;
}

/** A reply in transit, with the number of its job. */
export interface NumberedReply<Reply> {
  readonly id: number;
  readonly reply: Reply | End;
}

/** Every job ends with one of these, and with the memory that the thread holds now. */
export type End = { readonly heldBytes: number } & (
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string }
);

/** The thread failed, died or hung; its job may be the cause. */
export class WorkerLostError extends Error {
  override name = "WorkerLostError";
}

/** What a pool needs of a `Worker`. */
export interface PoolThread {
  on(event: "message", listener: (answer: NumberedReply<never>) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "exit", listener: (code: number) => void): unknown;
  postMessage(message: unknown): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<number>;
}

export interface PoolOptions {
  /** Name of the threads in messages: "parser". */
  readonly name: string;
  readonly size?: number;
  /** A thread that was started earlier. */
  readonly early?: Worker | undefined;
  /** How long a thread may be silent before it is terminated. */
  readonly silenceMs?: number;
  /** How long an idle thread is kept. The last one always is, so that the next call need not wait for a start. */
  readonly idleMs?: number;
  /** A thread that holds more after a job is ended: WebAssembly memory grows with the hardest text and never shrinks. */
  readonly maxHeldBytes?: number;
  /** How a thread is started. */
  readonly start: () => PoolThread;
}

/** Ten times what a thread holds after ordinary files, so that a hard text costs its memory only once. */
const usualHeldBytes = 256 * 1024 * 1024;

interface Task<Job, Reply> extends RunOptions<Reply> {
  readonly id: number;
  readonly job: Job;
  settle(error?: unknown): void;
}

/** A thread and its current task. */
interface Thread<Job, Reply> {
  readonly worker: PoolThread;
  task?: Task<Job, Reply> | undefined;
  timer?: NodeJS.Timeout | undefined;
}

/** Threads that are started as needed and ended with the pool. */
// oxlint-disable-next-line max-lines-per-function -- threads and waiting jobs are one state; every function inside is short
export function openThreadPool<Job, Reply extends { readonly kind: string }>(
  options: PoolOptions,
): ThreadPool<Job, Reply> {
  type OwnTask = Task<Job, Reply>;
  type OwnThread = Thread<Job, Reply>;
  const { name, size = threadsHere(), silenceMs = 30_000, idleMs = 30_000, start, early } = options;
  const { maxHeldBytes = usualHeldBytes } = options;
  const queue: OwnTask[] = [];
  const idle: OwnThread[] = [];
  const all = new Set<OwnThread>();
  const retiring = new Set<Promise<unknown>>();
  let closed = false;
  let lastId = 0;

  function next(): void {
    while (queue.length > 0) {
      if (idle.length === 0 && all.size >= size) return;
      const urgent = queue.findIndex((task) => task.urgent === true);
      const [task] = queue.splice(Math.max(urgent, 0), 1);
      if (task === undefined) return;
      const thread = idle.pop() ?? tryStart(task);
      if (thread !== undefined) assign(thread, task);
    }
  }

  /** Most callers are thread events, where an uncaught error would end the server. */
  function tryStart(task: OwnTask): OwnThread | undefined {
    try {
      return adopt(start());
    } catch (error) {
      task.settle(new WorkerLostError(`No ${name} could be started: ${describeError(error)}`));
      return undefined;
    }
  }

  function adopt(worker: PoolThread): OwnThread {
    const thread: OwnThread = { worker };
    all.add(thread);
    worker.on("message", (answer: NumberedReply<Reply>) => receive(thread, answer));
    worker.on("error", (error) => lose(thread, `The ${name} failed: ${describeError(error)}`));
    worker.on("exit", () => lose(thread, `The ${name} ended.`));
    return thread;
  }

  function assign(thread: OwnThread, task: OwnTask): void {
    thread.task = task;
    thread.worker.ref();
    watch(thread);
    thread.worker.postMessage({ id: task.id, job: task.job } satisfies NumberedJob<Job>);
  }

  function watch(thread: OwnThread): void {
    clearTimeout(thread.timer);
    const ms = thread.task?.silenceMs ?? silenceMs;
    thread.timer = setTimeout(() => lose(thread, `The ${name} said nothing for ${ms} ms.`), ms);
  }

  function receive(thread: OwnThread, { id, reply }: NumberedReply<Reply>): void {
    const { task } = thread;
    if (task?.id !== id) return;
    watch(thread);
    if (!isEnd(reply)) {
      if (!task.signal.aborted) task.onReply(reply);
      return;
    }
    release(thread);
    if (reply.heldBytes > maxHeldBytes) end(thread);
    else rest(thread);
    task.settle(reply.kind === "failed" ? new WorkerLostError(reply.message) : undefined);
    next();
  }

  function rest(thread: OwnThread): void {
    idle.push(thread);
    thread.timer = setTimeout(() => retire(thread), idleMs).unref();
  }

  /** The memory of a thread after many files costs more than starting a new one. */
  function retire(thread: OwnThread): void {
    const at = idle.indexOf(thread);
    if (at === -1 || all.size === 1) return;
    idle.splice(at, 1);
    end(thread);
  }

  function end(thread: OwnThread): void {
    all.delete(thread);
    const ended: Promise<unknown> = thread.worker
      .terminate()
      .catch(() => {})
      .finally(() => retiring.delete(ended));
    retiring.add(ended);
  }

  /** An idle thread does not keep the process alive. */
  function release(thread: OwnThread): void {
    clearTimeout(thread.timer);
    thread.task = undefined;
    thread.worker.unref();
  }

  function lose(thread: OwnThread, why: string): void {
    if (!all.delete(thread)) return;
    const { task } = thread;
    release(thread);
    const at = idle.indexOf(thread);
    if (at !== -1) idle.splice(at, 1);
    thread.worker.terminate().catch(() => {});
    task?.settle(new WorkerLostError(why));
    next();
  }

  // A terminated thread has this id, and would emit no more events.
  if (early !== undefined && early.threadId !== -1) idle.push(adopt(early));

  return {
    size,
    run(job, runOptions) {
      return new Promise((resolve, reject) => {
        const { signal } = runOptions;
        if (closed) return reject(new Error(`The ${name}s are closed.`));
        if (signal.aborted) return reject(signal.reason);
        // One call may request many portions at once, each with its own listener.
        setMaxListeners(0, signal);
        lastId += 1;
        const task: OwnTask = {
          ...runOptions,
          id: lastId,
          job,
          settle(error) {
            signal.removeEventListener("abort", onAbort);
            if (error === undefined) resolve();
            else reject(error);
          },
        };
        // A running job soon ends; its caller does not wait for that.
        const onAbort = (): void => {
          const at = queue.indexOf(task);
          if (at !== -1) queue.splice(at, 1);
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        queue.push(task);
        next();
      });
    },
    async close() {
      closed = true;
      for (const task of queue.splice(0)) task.settle(new Error(`The ${name}s are closed.`));
      const threads = [...all];
      for (const thread of threads) lose(thread, `The ${name}s are closed.`);
      await Promise.all([...threads.map(({ worker }) => worker.terminate()), ...retiring]);
    },
  };
}

function isEnd(reply: { readonly kind: string }): reply is End {
  return reply.kind === "done" || reply.kind === "failed";
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * One per core; beyond eight the disk and the main thread are the limit. Never fewer than two: a question must not wait
 * for a file that takes long to parse.
 */
function threadsHere(): number {
  return Math.min(Math.max(availableParallelism(), 2), 8);
}
