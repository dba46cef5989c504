import { parentOf } from "./below.ts";

/** When every file has to be looked at, and below which directories the watches are not to be relied on. */
export interface SweepSchedule {
  readonly isDue: boolean;
  /** The watches below this directory are not to be relied on, so that they are renewed before the sweep that is now due. */
  doubt(directory: string): void;
  /** Something happened that an event alone does not explain. */
  require(): void;
  /** The answer is complete without one. */
  spare(): void;
  /** Every file was looked at. */
  swept(startedAt: number, tookMs: number): void;
  /** All watches that were in doubt are renewed. */
  mended(): void;
  /** The outermost of the directories in doubt. */
  doubtful(): readonly string[];
  /** When the next one is due by its age, and what the last one took; undefined before the first. */
  next(): { readonly inMs: number; readonly tookMs: number } | undefined;
}

const maxDoubtful = 200;

export function createSweepSchedule(maxAgeMs: number): SweepSchedule {
  let doubtful = new Set([""]);
  let isDue = true;
  let last: { readonly at: number; readonly tookMs: number } | undefined;
  return {
    get isDue() {
      return isDue || last === undefined || performance.now() - last.at >= maxAgeMs;
    },
    doubt(directory) {
      doubtful.add(directory);
      isDue = true;
    },
    require() {
      isDue = true;
    },
    spare() {
      isDue = doubtful.size > 0;
    },
    swept(startedAt, tookMs) {
      last = { at: startedAt, tookMs };
      isDue = doubtful.size > 0;
    },
    mended() {
      doubtful = new Set();
    },
    doubtful: () => outermost(doubtful),
    next: () =>
      last === undefined ? undefined : { inMs: maxAgeMs - (performance.now() - last.at), tookMs: last.tookMs },
  };
}

/** Those that no other one is above of; only the root when there are very many. */
function outermost(paths: ReadonlySet<string>): readonly string[] {
  if (paths.has("") || paths.size > maxDoubtful) return [""];
  return [...paths].filter((path) => {
    for (let above = parentOf(path); above !== ""; above = parentOf(above)) if (paths.has(above)) return false;
    return true;
  });
}
