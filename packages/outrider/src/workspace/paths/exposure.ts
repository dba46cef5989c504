import { judgeByTable, tableGlobs } from "./judge-by-table.ts";
import type { Exposure } from "./located.ts";
import { comparable, matcher } from "./name-patterns.ts";

export interface ExposureSettings {
  /** Names that may be read although they look like secrets; only the user's own settings can allow them. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

export interface ExposureJudge {
  /**
   * The exposure of a file, by its path alone; with "/" or the system's separator. `below` is the part of it
   * below the project: names that the user allows count only there, not in the directories above.
   */
  judge(path: string, below?: string): Exposure;
  /** The same for ripgrep, as far as globs can express it: ripgrep does not even open what these exclude. */
  readonly globs: readonly string[];
}

/** One table of names for every access to a file. Ignores case, Unicode form and endings that Windows drops. */
export function createExposureJudge(settings: ExposureSettings = {}): ExposureJudge {
  const own = matcher(settings.deny ?? []);
  const allowed = matcher(settings.allow ?? []);
  return {
    judge(path, below = path) {
      const name = comparable(path);
      if (own(name)) return "denied";
      if (allowed(comparable(below))) return "open";
      return judgeByTable(name);
    },
    // Once a name is allowed, a glob could hide it from searches: judging each reported file is enough then.
    globs: settings.allow?.length ? [] : [...joinedTable, ...(settings.deny ?? []).map(asGlob)],
  };
}

/** Two globs instead of hundreds: ripgrep compiles each one, which took longer than to search a small project. */
const joinedTable = [
  `!**/{${tableGlobs.filter((name) => !name.endsWith("/")).join(",")}}`,
  `!**/{${tableGlobs.flatMap((name) => (name.endsWith("/") ? [name.slice(0, -1)] : [])).join(",")}}/**`,
];

function asGlob(name: string): string {
  return name.endsWith("/") ? `!**/${name}**` : `!**/${name}`;
}
