import type { PoolLimits } from "./pool-limits.ts";

/** What one server died of lately, and what follows for its next start. */
export interface CrashHistory {
  add(cause: string): void;
  /** Milliseconds until it may be started again. */
  waitMs(): number;
  /** Too many lately: nothing is started for so long. */
  givenUp(): { readonly forMs: number } | undefined;
  /** Within the window, the last one at the end. */
  causes(): readonly string[];
}

type Rules = Pick<PoolLimits, "backOffMs" | "mostBackOffMs" | "maxCrashes" | "crashWindowMs" | "halfOpenMs">;

export function createCrashHistory(rules: Rules, now: () => number, random: () => number): CrashHistory {
  let crashes: { readonly at: number; readonly cause: string }[] = [];
  let notBefore = 0;
  let closedUntil = 0;

  function forgetOld(): void {
    crashes = crashes.filter(({ at }) => now() - at < rules.crashWindowMs).slice(-rules.maxCrashes);
  }

  /** It was given up not long ago: one more crash is enough. */
  function isOnTrial(): boolean {
    return closedUntil > 0 && now() - closedUntil < rules.crashWindowMs;
  }

  return {
    add(cause) {
      crashes.push({ at: now(), cause });
      forgetOld();
      notBefore = now() + backOff(crashes.length - 1, rules, random());
      if (crashes.length >= rules.maxCrashes || isOnTrial()) closedUntil = now() + rules.halfOpenMs;
    },
    waitMs: () => Math.max(0, notBefore - now()),
    givenUp: () => (now() < closedUntil ? { forMs: closedUntil - now() } : undefined),
    causes() {
      forgetOld();
      return crashes.map(({ cause }) => cause);
    },
  };
}

/** Twice as long each time; a quarter more or less, so that many that died together do not come back together. */
function backOff(before: number, { backOffMs, mostBackOffMs }: Rules, chance: number): number {
  return Math.min(mostBackOffMs, backOffMs * 2 ** before * (0.75 + chance / 2));
}
