import type { PoolLimits } from "./server-pool.ts";

/** The recent crashes of one server. */
export interface CrashHistory {
  /** Oldest first. */
  readonly crashes: readonly { readonly at: number; readonly cause: string }[];
  /** Until when it was last given up; 0 if it never was. */
  readonly givenUpUntil: number;
}

export type CrashRules = Pick<PoolLimits, "backOffMs" | "maxBackOffMs" | "maxCrashes" | "crashWindowMs" | "givenUpMs">;

/** When something happens, and the rules to judge it by; `chance` is between 0 and 1. */
export interface CrashMoment {
  readonly now: number;
  readonly chance: number;
  readonly rules: CrashRules;
}

export const noCrashes: CrashHistory = { crashes: [], givenUpUntil: 0 };

/** Adds a crash and computes when the server may be started again. */
export function addCrash(
  { crashes, givenUpUntil }: CrashHistory,
  cause: string,
  { now, chance, rules }: CrashMoment,
): { readonly history: CrashHistory; readonly restartAt: number } {
  const recent = within([...crashes, { at: now, cause }], now, rules);
  // It was given up not long ago: one more crash is enough.
  const isOnTrial = givenUpUntil > 0 && now - givenUpUntil < rules.crashWindowMs;
  const isGivenUp = recent.length >= rules.maxCrashes || isOnTrial;
  return {
    history: { crashes: recent, givenUpUntil: isGivenUp ? now + rules.givenUpMs : givenUpUntil },
    restartAt: now + backOff(recent.length - 1, rules, chance),
  };
}

/** Causes of the crashes within the window, oldest first. */
export function recentCauses({ crashes }: CrashHistory, now: number, rules: CrashRules): readonly string[] {
  return within(crashes, now, rules).map(({ cause }) => cause);
}

function within(crashes: CrashHistory["crashes"], now: number, rules: CrashRules): CrashHistory["crashes"] {
  return crashes.filter(({ at }) => now - at < rules.crashWindowMs).slice(-rules.maxCrashes);
}

/** Doubles each time, with 25 % jitter, so that servers that died together do not all come back at once. */
function backOff(before: number, { backOffMs, maxBackOffMs }: CrashRules, chance: number): number {
  return Math.min(maxBackOffMs, backOffMs * 2 ** before * (0.75 + chance / 2));
}
