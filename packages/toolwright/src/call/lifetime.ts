import type { Clock } from "../tool/call-context.ts";

/** Why a call was ended from outside its handler. */
export type Stop = "cancelled" | "timed_out" | "stalled" | { readonly crashed: unknown };

export interface LifetimeOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly stallMs: number;
  readonly cancel: AbortSignal | undefined;
  /** Called at most once, and never after `finish`. */
  readonly onStop: (stop: Stop) => void;
  /** Runs the abort of the handler's signal, and with it the handler's listeners. */
  readonly runAbort: (abort: () => void) => void;
}

/** The time a call has: from its start until its result is ready or something stops it, whichever comes first. */
export interface Lifetime {
  /** The handler's signal, created on first use, since creating one is costly. Aborts after the caller was released. */
  signal(): AbortSignal;
  isOver(): boolean;
  remainingMs(): number;
  /** A sign of work: the stall budget starts again. */
  touch(): void;
  /** The result is ready. False if the call was stopped before, so that the result is late. */
  finish(): boolean;
  cancel(): void;
  /** Ends the call because of an error that escaped its handler. */
  crash(error: unknown): void;
}

export function startLifetime({ clock, deadlineMs, stallMs, cancel, onStop, runAbort }: LifetimeOptions): Lifetime {
  const controller = new AbortController();
  const deadlineAt = clock.now() + deadlineMs;
  let lastWorkAt = clock.now();
  let over = false;
  let pending: Stop | undefined;
  let timer = clock.schedule(stallMs, checkTime);

  // One timer serves both budgets: signs of work only update a number.
  function checkTime(): void {
    const now = clock.now();
    const stalledAt = lastWorkAt + stallMs;
    if (now >= deadlineAt) return requestStop("timed_out");
    if (now >= stalledAt) return requestStop("stalled");
    timer = clock.schedule(Math.min(deadlineAt, stalledAt) - now, checkTime);
  }

  // A result that is already settled has its reaction queued before this one, so it wins. The handler is told of
  // the stop only afterwards, so it cannot turn the stop into a result.
  function requestStop(stop: Stop): void {
    const first = pending === undefined;
    if (first || stop === "cancelled") pending = stop;
    if (first) queueMicrotask(applyStop);
  }

  function applyStop(): void {
    const stop = pending;
    if (stop === undefined || !end()) return;
    onStop(stop);
    runAbort(() => controller.abort(new DOMException(describeStop(stop), "AbortError")));
  }

  function end(): boolean {
    if (over) return false;
    over = true;
    timer.cancel();
    cancel?.removeEventListener("abort", requestCancel);
    return true;
  }

  function requestCancel(): void {
    requestStop("cancelled");
  }
  cancel?.addEventListener("abort", requestCancel, { once: true });

  return {
    signal: () => controller.signal,
    isOver: () => over,
    remainingMs: () => Math.max(0, deadlineAt - clock.now()),
    touch() {
      lastWorkAt = clock.now();
    },
    finish: end,
    cancel: requestCancel,
    crash: (error) => requestStop({ crashed: error }),
  };
}

function describeStop(stop: Stop): string {
  return typeof stop === "string" ? `The call was ended: ${stop.replace("_", " ")}` : "The call has crashed";
}
