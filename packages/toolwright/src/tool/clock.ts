/** Longer delays overflow the timers of every JavaScript engine, which would then fire at once. */
export const maxDelayMs = 2 ** 31 - 1;

export interface Timer {
  cancel(): void;
}

/** All kernel time goes through here, so that tests can move it. */
export interface Clock {
  /** Monotonic milliseconds: a jump of the system's clock does not end calls. */
  now(): number;
  /** Milliseconds since 1970, only for what must outlive the process. */
  wallTime(): number;
  schedule(delayMs: number, run: () => void): Timer;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  schedule(delayMs, run) {
    const timeout = setTimeout(run, Math.min(delayMs, maxDelayMs));
    return { cancel: () => clearTimeout(timeout) };
  },
};
