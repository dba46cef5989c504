import type { FreshFiles } from "../workspace/freshness/fresh-files.ts";

export interface SweepAhead {
  /** The table was used, and will probably be used again. */
  asked(): void;
  close(): void;
}

export interface SweepAheadOptions {
  readonly nextSweep: FreshFiles["nextSweep"];
  sweep(): Promise<unknown>;
}

/** Sweeps outside these bounds are left to the next call: faster ones go unnoticed, slower ones would take 10 % of the time. */
const slowMs = 50;
const slowestMs = 3_000;
/** How long before a sweep is due. */
const leadMs = 5_000;
/** How long after the last question. */
const wantedMs = 3 * 60_000;

/**
 * In a large project the wait for a sweep is noticeable. While questions keep coming, sweeps are made before they are due:
 * changes without an event are found just as soon, and no question waits for them.
 */
export function createSweepAhead({ nextSweep, sweep }: SweepAheadOptions): SweepAhead {
  let timer: NodeJS.Timeout | undefined;
  let askedAt = 0;
  let isClosed = false;

  function arrange(): void {
    const delay = delayOf(nextSweep());
    if (isClosed || timer !== undefined || delay === undefined) return;
    timer = setTimeout(() => void run(), delay).unref();
  }

  async function run(): Promise<void> {
    const isWanted = performance.now() - askedAt < wantedMs;
    // A question may have triggered one in the meantime.
    const isTime = delayOf(nextSweep()) === 0;
    const isDone = isTime && isWanted ? await trySweep() : isWanted;
    timer = undefined;
    if (isDone) arrange();
  }

  /** If it fails, the next call makes the sweep and reports the error. */
  function trySweep(): Promise<boolean> {
    return sweep().then(
      () => true,
      () => false,
    );
  }

  return {
    asked() {
      askedAt = performance.now();
      arrange();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function delayOf(next: ReturnType<FreshFiles["nextSweep"]>): number | undefined {
  if (next === undefined || next.tookMs < slowMs || next.tookMs > slowestMs) return undefined;
  return Math.max(0, Math.ceil(next.inMs - leadMs));
}
