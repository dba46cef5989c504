/**
 * The time that slow files may cost one project: whatever is in a repository, it must not keep the processors busy.
 * "spent": a file has as long as ordinary code of its size needs, so that ordinary code is still parsed.
 * "stopped": even that has cost too much, and nothing more is parsed; texts are still searched.
 */
export type BudgetState = "left" | "spent" | "stopped";

export interface ParseBudget {
  readonly state: BudgetState;
  readonly leftMs: number;
  /** The multiple of the usual limit that a file may take now. */
  limitFactor(asked: number): number;
  /** What a file took beyond ordinary code of its size. */
  charge(slowMs: number): void;
  /** A text ended its thread. */
  chargeLost(): void;
}

/**
 * As a multiple of the usual limit: 0.4 s and 4 µs a character. The slowest ordinary file that was measured took 0.052,
 * so ordinary code costs nothing of the budget on a machine four times as slow.
 */
export const ordinaryFactor = 0.2;

/** Enough for one file that takes as long as a file may. */
const usualMs = 30_000;
/** What slow files may cost after that. */
const overdraftMs = 90_000;
/** The work of a lost thread is not known: mostly it was silent for long, and the next one has to load its grammars again. */
const lostMs = 10_000;

export function createParseBudget(totalMs = usualMs): ParseBudget {
  let leftMs = totalMs;
  const stateNow = (): BudgetState => (leftMs > 0 ? "left" : leftMs > -overdraftMs ? "spent" : "stopped");
  return {
    get state() {
      return stateNow();
    },
    get leftMs() {
      return leftMs;
    },
    limitFactor: (asked) => Math.min(asked, factors[stateNow()]),
    charge(slowMs) {
      leftMs -= slowMs;
    },
    chargeLost() {
      leftMs -= lostMs;
    },
  };
}

const factors: Readonly<Record<BudgetState, number>> = {
  left: Number.POSITIVE_INFINITY,
  spent: ordinaryFactor,
  stopped: 0,
};
