import type { ProgressUpdate, Clock, Timer } from "../tool/call-context.ts";

/** The progress of a call, as reported to the host. */
export interface ProgressReport {
  /** Increases with every report, as protocols require, whatever the tool counts. */
  readonly progress: number;
  /** How much is done in the tool's own unit, if it counts. */
  readonly done?: number;
  readonly total?: number;
  readonly message?: string;
}

export interface ProgressReporter {
  report(update: ProgressUpdate): void;
  /** Repeats the message with the elapsed seconds until stopped. */
  heartbeat(message: string): () => void;
  /** Delivers what is still held back, then reports nothing more. */
  finish(): void;
  /** Reports nothing more. */
  drop(): void;
}

const intervalMs = 500;
const heartbeatMs = 3_000;

/** Lets the first update through, then at most one per half second, and never loses the last one. */
export function createProgressReporter(clock: Clock, deliver: (report: ProgressReport) => void): ProgressReporter {
  const startedAt = clock.now();
  const heartbeats = new Set<Timer>();
  let lastNumber: number | undefined;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let held: ProgressUpdate | undefined;
  let timer: Timer | undefined;
  let silent = false;

  function report(update: ProgressUpdate): void {
    if (silent) return;
    held = update;
    if (timer !== undefined) return;
    const wait = lastSentAt + intervalMs - clock.now();
    if (wait <= 0) return send();
    timer = clock.schedule(wait, send);
  }

  function send(): void {
    timer?.cancel();
    timer = undefined;
    if (held === undefined) return;
    const { done, total, message } = held;
    held = undefined;
    lastSentAt = clock.now();
    lastNumber = nextNumber(lastNumber, done, total);
    deliver({
      progress: lastNumber,
      ...(done === undefined ? {} : { done }),
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    });
  }

  function heartbeat(message: string): () => void {
    let next: Timer;
    const beat = (): void => {
      heartbeats.delete(next);
      if (silent) return;
      schedule();
      report({ message: `${message} (${Math.round((clock.now() - startedAt) / 1000)} s)` });
    };
    const schedule = (): void => {
      next = clock.schedule(heartbeatMs, beat);
      heartbeats.add(next);
    };
    if (silent) return () => {};
    schedule();
    return () => {
      next.cancel();
      heartbeats.delete(next);
    };
  }

  function drop(): void {
    silent = true;
    held = undefined;
    timer?.cancel();
    for (const beat of heartbeats) beat.cancel();
    heartbeats.clear();
  }

  return {
    report,
    heartbeat,
    finish() {
      send();
      drop();
    },
    drop,
  };
}

/** Hosts require strictly increasing numbers; a tool may repeat one, go back, or count nothing at all. */
function nextNumber(last: number | undefined, done: number | undefined, total: number | undefined): number {
  const given = done !== undefined && Number.isFinite(done) ? done : undefined;
  if (last === undefined) return given ?? 0;
  if (given !== undefined && given > last) return given;
  const step = Math.floor(last) + 1;
  if (given === undefined && total === undefined && step > last) return step;
  return last + Math.max(1, Math.abs(last)) * 1e-6;
}
