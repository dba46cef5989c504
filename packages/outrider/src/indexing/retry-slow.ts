import type { WorkList } from "./work-list.ts";

/** Parses slow files with more time, in the background: nobody waits for them, and a question does not end them. */
export interface SlowRetries {
  /** Tries each slow file once; does nothing while it runs. */
  start(): void;
  stop(): void;
  /** Settles when nothing runs any more. */
  ended(): Promise<void>;
}

export type RetryFile = (path: string, portion: number, signal: AbortSignal) => Promise<void>;

export function createSlowRetries(work: WorkList, retry: RetryFile, closing: AbortSignal): SlowRetries {
  let running: { readonly controller: AbortController; readonly over: Promise<void> } | undefined;

  /** One at a time, so that the other threads are free for questions. A file that is still slow afterwards waits for the next start. */
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
        // What has failed is tried again with the next question.
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
