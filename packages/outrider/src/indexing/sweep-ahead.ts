import type { FreshFiles } from "../workspace/freshness/fresh-files.ts";

export interface SweepAhead {
  /** The table was asked for, and will be again. */
  asked(): void;
  close(): void;
}

export interface SweepAheadOptions {
  readonly nextSweep: FreshFiles["nextSweep"];
  sweep(): Promise<unknown>;
}

/** A sweep that takes less is left to the next call; so is one that takes more, which would take a tenth of the time. */
const slowMs = 50;
const slowestMs = 3_000;
/** How long before it is due. */
const leadMs = 5_000;
/** How long after the last question. */
const wantedMs = 3 * 60_000;

/**
 * In a large project a question waits for a sweep long enough to be noticed. As long as questions come, it is made before it is due:
 * what gives no event is seen as soon as ever, and nobody waits for it.
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
    // A question may have made one meanwhile.
    const isTime = delayOf(nextSweep()) === 0;
    const isDone = isTime && isWanted ? await trySweep() : isWanted;
    timer = undefined;
    if (isDone) arrange();
  }

  /** Where it fails, the next call makes it, and is told why. */
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
