import type { Clock } from "../../tool/call-context.ts";
import { deferred } from "../../tool/deferred.ts";
import type { CallResult } from "../log/entries.ts";
import type { OpenThread } from "../log/open-thread.ts";
import { failedResult, runOver } from "./call-results.ts";
import { raceSignal } from "../../tool/race-signal.ts";

/** The calls that go on beside the loop of one run. What came of each is in the log; here is only who waits for it. */
export interface BackgroundCalls {
  isRunning(callId: string): boolean;
  /** The signal also aborts when the run comes to its end. Resolves when the work has ended, whatever has come of it. */
  start(callId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Waits until the log has an entry beyond `seq`; rejects if the run is cancelled, or a call cannot be written down. */
  untilChanged(seq: number): Promise<void>;
  /** Throws what has gone wrong with a call, but for what its tool did. */
  check(): void;
  /** Cancels all of them, and waits until they have ended. */
  stop(): Promise<void>;
}

export function createBackground(thread: OpenThread, signal: AbortSignal): BackgroundCalls {
  const running = new Map<string, Promise<void>>();
  const control = new AbortController();
  const cancel = (): void => control.abort(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const failed = deferred<never>();
  failed.promise.catch(() => {});
  let failure: { readonly error: unknown } | undefined;

  return {
    isRunning: (callId) => running.has(callId),
    start(callId, work) {
      const ended = work(control.signal)
        .catch((error: unknown) => {
          // What was in between when the run came to its end is closed by the run.
          if (error === runOver) return;
          failure ??= { error };
          failed.reject(error);
        })
        .finally(() => running.delete(callId));
      running.set(callId, ended);
      return ended;
    },
    untilChanged: (seq) => raceSignal(signal, Promise.race([thread.changed(seq), failed.promise])),
    check() {
      if (failure !== undefined) throw failure.error;
    },
    async stop() {
      signal.removeEventListener("abort", cancel);
      if (running.size > 0) control.abort(runOver);
      await Promise.all(running.values());
    },
  };
}

/** Whether the work ends within the time. */
export async function endsWithin(clock: Clock, milliseconds: number, ended: Promise<void>): Promise<boolean> {
  const late = deferred<boolean>();
  const timer = milliseconds === Infinity ? undefined : clock.schedule(milliseconds, () => late.resolve(false));
  try {
    return await Promise.race([ended.then(() => true), late.promise]);
  } finally {
    timer?.cancel();
  }
}

/** What the model reads of a call that goes on. */
export function detachedResult(callId: string): CallResult {
  const text = `Goes on in the background as ${callId}. What comes of it is told to you when it has ended. Go on with other work, or say that you wait for it; do not make the same call again.`;
  return { status: "background", text, isError: false, durationMs: 0 };
}

export function fullResult(most: number): CallResult {
  const text = `Not run: ${most} calls go on in the background already. Make this call again when one of them has ended.`;
  return failedResult("not_run", text);
}
