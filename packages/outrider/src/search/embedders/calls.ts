import { EmbedderError } from "./embedder.ts";

/** The pending calls of an embedder: each ends with its caller's signal, its first failure, or the embedder. */
export interface Calls {
  /** `stop` is the signal for everything the work starts; `fail` stops it with an error. Settles together with the work. */
  run<Result>(
    signal: AbortSignal,
    work: (stop: AbortSignal, fail: (error: unknown) => void) => Promise<Result>,
  ): Promise<Result>;
  /** Stops all calls and waits until they have ended. */
  close(): Promise<void>;
}

export function createCalls(): Calls {
  const running = new Map<AbortController, Promise<unknown>>();
  let closed = false;

  async function perform<Result>(
    stop: AbortController,
    signal: AbortSignal,
    work: (stop: AbortSignal, fail: (error: unknown) => void) => Promise<Result>,
  ): Promise<Result> {
    const onAbort = (): void => stop.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const result = await work(stop.signal, (error) => stop.abort(error));
      stop.signal.throwIfAborted();
      return result;
    } finally {
      signal.removeEventListener("abort", onAbort);
      running.delete(stop);
    }
  }

  return {
    async run(signal, work) {
      if (closed) throw closedError();
      signal.throwIfAborted();
      const stop = new AbortController();
      const call = perform(stop, signal, work);
      running.set(stop, call);
      return await call;
    },
    async close() {
      closed = true;
      const calls = [...running];
      for (const [stop] of calls) stop.abort(closedError());
      await Promise.allSettled(calls.map(([, call]) => call));
    },
  };
}

function closedError(): EmbedderError {
  return new EmbedderError("The embedder is closed; open it again.", { retryable: false });
}
