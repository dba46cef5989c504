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
    const timeout = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timeout) };
  },
};
