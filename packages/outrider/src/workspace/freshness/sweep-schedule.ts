import { parentOf } from "./below.ts";

/** When every file has to be checked, and below which directories the watches are unreliable. */
export interface SweepSchedule {
  readonly isDue: boolean;
  /** Marks the watches below this directory as unreliable, so that they are renewed before the sweep, which is now due. */
  doubt(directory: string): void;
  /** Something happened that an event alone does not explain. */
  require(): void;
  /** The answer is complete without a sweep. */
  spare(): void;
  /** Every file was checked. */
  swept(startedAt: number, tookMs: number): void;
  /** All unreliable watches were renewed. */
  mended(): void;
  /** The outermost directories with unreliable watches. */
  doubtful(): readonly string[];
  /** When the next sweep is due by age, and how long the last one took; undefined before the first. */
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

/** The paths that are not below another one; only the root if there are very many. */
function outermost(paths: ReadonlySet<string>): readonly string[] {
  if (paths.has("") || paths.size > maxDoubtful) return [""];
  return [...paths].filter((path) => {
    for (let above = parentOf(path); above !== ""; above = parentOf(above)) if (paths.has(above)) return false;
    return true;
  });
}
