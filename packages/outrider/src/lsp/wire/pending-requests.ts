import { ServerError, type RequestOptions } from "./connection.ts";
import { createFairQueue } from "./fair-queue.ts";

export interface PendingRequests {
  /** Settles exactly once. At most `maxInFlight` requests are sent and unanswered; the others wait, in order per signal. */
  ask(method: string, encode: (id: number) => Buffer, options: RequestOptions): Promise<unknown>;
  /** False if nothing waits for that id. */
  answer(id: unknown, result: unknown): boolean;
  refuse(id: unknown, error: ServerError): boolean;
  /** Rejects all pending requests. */
  end(error: (method: string) => ServerError): void;
  readonly inFlight: number;
}

interface Pending {
  readonly id: number;
  readonly body: Buffer;
  /** Removes it, with its timer and listener, before the promise settles. */
  readonly settle: (outcome: { readonly result: unknown } | { readonly error: ServerError }) => void;
  readonly method: string;
  readonly signal: AbortSignal;
}

const longestTimerMs = 2 ** 31 - 1;

/** The requests without an answer. `cancel` tells the server that a request it was sent is no longer wanted. */
export function createPendingRequests(
  maxInFlight: number,
  send: (body: Buffer) => void,
  cancel: (id: number) => void,
): PendingRequests {
  const sent = new Map<number, Pending>();
  const waiting = createFairQueue<Pending>();
  const aborts = createSharedListeners();
  let lastId = 0;

  const sendNext = (): void => {
    while (sent.size < maxInFlight) {
      const pending = waiting.take();
      if (pending === undefined) return;
      // Requests that share an aborted signal are rejected one after the other; none may be sent in between.
      if (pending.signal.aborted) continue;
      sent.set(pending.id, pending);
      send(pending.body);
    }
  };

  return {
    ask(method, encode, { signal, timeoutMs }) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) throw cancelledError(method);
        const id = (lastId += 1);
        const giveUp = (error: ServerError): void => {
          const wasSent = sent.has(id);
          pending.settle({ error });
          if (wasSent) cancel(id);
          sendNext();
        };
        const onAbort = (): void => giveUp(cancelledError(method));
        const pending: Pending = {
          id,
          method,
          signal,
          body: encode(id),
          settle(outcome) {
            sent.delete(id);
            waiting.delete(signal, pending);
            clearTimeout(timer);
            aborts.remove(signal, onAbort);
            if ("error" in outcome) return reject(outcome.error);
            resolve(outcome.result);
          },
        };
        const timer = setTimeout(
          () => giveUp(lateError(method, timeoutMs, sent.has(id))),
          Math.min(timeoutMs, longestTimerMs),
        );
        aborts.add(signal, onAbort);
        waiting.add(signal, pending);
        sendNext();
      });
    },
    answer: (id, result) => settleSent(id, { result }),
    refuse: (id, error) => settleSent(id, { error }),
    end(error) {
      for (const pending of [...sent.values(), ...waiting.values()]) pending.settle({ error: error(pending.method) });
    },
    get inFlight() {
      return sent.size;
    },
  };

  function settleSent(id: unknown, outcome: Parameters<Pending["settle"]>[0]): boolean {
    const pending = typeof id === "number" ? sent.get(id) : undefined;
    if (pending === undefined) return false;
    pending.settle(outcome);
    sendNext();
    return true;
  }
}

function cancelledError(method: string): ServerError {
  return new ServerError("cancelled", `${method} was cancelled.`);
}

function lateError(method: string, timeoutMs: number, wasSent: boolean): ServerError {
  const what = wasSent ? "had no answer" : "could not be sent, since the server was busy with others,";
  return new ServerError("timed_out", `${method} ${what} within ${Math.round(timeoutMs)} ms.`);
}

interface SharedListeners {
  /** Calls back once when the signal aborts, unless it was removed. */
  add(signal: AbortSignal, onAbort: () => void): void;
  remove(signal: AbortSignal, onAbort: () => void): void;
}

/** One listener per signal, however many requests share it: Node warns of a leak at eleven. */
function createSharedListeners(): SharedListeners {
  const signals = new Map<AbortSignal, { readonly waiting: Set<() => void>; readonly onAbort: () => void }>();

  const listen = (signal: AbortSignal): Set<() => void> => {
    const waiting = new Set<() => void>();
    const onAbort = (): void => {
      signals.delete(signal);
      for (const callback of waiting) callback();
    };
    signals.set(signal, { waiting, onAbort });
    signal.addEventListener("abort", onAbort, { once: true });
    return waiting;
  };

  return {
    add(signal, onAbort) {
      (signals.get(signal)?.waiting ?? listen(signal)).add(onAbort);
    },
    remove(signal, onAbort) {
      const shared = signals.get(signal);
      shared?.waiting.delete(onAbort);
      if (shared === undefined || shared.waiting.size > 0) return;
      signals.delete(signal);
      signal.removeEventListener("abort", shared.onAbort);
    },
  };
}
