import type { WorkList } from "./work-list.ts";

/** Parses slow files with more time, in the background: no caller waits for them, and questions do not interrupt them. */
export interface SlowRetries {
  /** Tries each slow file once; does nothing while already running. */
  start(): void;
  stop(): void;
  /** Resolves when nothing is running any more. */
  ended(): Promise<void>;
}

export type RetryFile = (path: string, portion: number, signal: AbortSignal) => Promise<void>;

export function createSlowRetries(work: WorkList, retry: RetryFile, closing: AbortSignal): SlowRetries {
  let running: { readonly controller: AbortController; readonly over: Promise<void> } | undefined;

  /** One at a time, to keep the other threads free for questions. A file that is still slow waits for the next start. */
  async function retryEach(signal: AbortSignal): Promise<void> {
    // The set changes with every retry.
    const files = [...work.slow];
    for (const path of files) {
      if (signal.aborted) return;
      const portion = work.nextPortion();
      work.apply(path, { kind: "taken", portion });
      try {
        await retry(path, portion, signal);
      } finally {
        work.apply(path, { kind: "given-back", portion });
      }
    }
  }

  return {
    start() {
      if (running !== undefined || work.slow.size === 0 || closing.aborted) return;
      const controller = new AbortController();
      const over = retryEach(AbortSignal.any([controller.signal, closing]))
        // Failed files are tried again with the next question.
        .catch(() => {})
        .finally(() => {
          running = undefined;
        });
      running = { controller, over };
    },
    stop: () => running?.controller.abort(new Error("The build was stopped.")),
    ended: async () => await running?.over,
  };
}
