import type { RunParts } from "../run/run-parts.ts";

/** Whether there is work in a subagent. It may take as long as it likes, but not without a sign. */
export interface WorkWatch {
  /** Aborts with the run above, and when there was no sign of work for too long. */
  readonly signal: AbortSignal;
  /** `waitMs`: a wait that was told, which is no stall; only what comes after it counts. */
  working(waitMs?: number): void;
  isStalled(): boolean;
  stop(): void;
}

export function watchWork({ clock, signal, above }: RunParts, stallMs: number, title: string): WorkWatch {
  const control = new AbortController();
  const stalled = new DOMException(`${title} showed no sign of work for ${stallMs / 1_000} s.`, "TimeoutError");
  const cancel = (): void => control.abort(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  let heardAt = clock.now();
  let timer = clock.schedule(stallMs, check);

  function check(): void {
    const left = heardAt + stallMs - clock.now();
    if (left <= 0) control.abort(stalled);
    else timer = clock.schedule(left, check);
  }

  return {
    signal: control.signal,
    working(waitMs = 0) {
      heardAt = Math.max(heardAt, clock.now() + waitMs);
      // Who waits for this one is not stalled either.
      above.working(waitMs);
    },
    isStalled: () => control.signal.reason === stalled,
    stop() {
      timer.cancel();
      signal.removeEventListener("abort", cancel);
    },
  };
}
