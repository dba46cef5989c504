import { Worker } from "node:worker_threads";
import { findWorkerFile } from "../../src/syntax/workers/parser-thread.ts";

/** Threads that are lent to nobody. */
const free: LentThread[] = [];

/** One thread a pool: beside other tests a second one would win no time, and load every grammar once more. */
export const lentThreads = { start: lendThread, size: 1 };

/**
 * A thread that parses, for one pool at a time. To load a grammar and compile its queries takes longer than most tests, and
 * a thread keeps nothing of one project for the next: it outlives its pool, and the next test has it.
 */
function lendThread(): Worker {
  return free.pop() ?? new LentThread();
}

class LentThread extends Worker {
  readonly #unanswered = new Set<unknown>();

  constructor() {
    super(findWorkerFile(), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    this.#listen();
    this.unref();
  }

  override postMessage(message: unknown): void {
    if (isNumbered(message)) this.#unanswered.add(message.id);
    super.postMessage(message);
  }

  /** Really ends where a job is under way, or where the thread has ended by itself. */
  override async terminate(): Promise<number> {
    if (free.includes(this)) return 0;
    if (this.#unanswered.size > 0 || this.threadId === -1) return await super.terminate();
    // One by one: with those that Node itself has put there the port would never be opened again.
    for (const name of ["message", "error", "exit"]) this.removeAllListeners(name);
    this.#listen();
    this.unref();
    free.push(this);
    return 0;
  }

  #listen(): void {
    this.on("message", (answer: unknown) => {
      if (isNumbered(answer) && isEnd(answer.reply)) this.#unanswered.delete(answer.id);
    });
    this.on("error", () => {});
    this.on("exit", () => {
      const at = free.indexOf(this);
      if (at !== -1) free.splice(at, 1);
    });
  }
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
