import type { RequestPurpose, RunEnd, TokenUsage } from "../log/entries.ts";
import type { Reservation } from "../log/run-totals.ts";
import type { StickyRule } from "../log/thread-state.ts";

/** The runs for which a run works, with their limits, and what they want to know. Nothing is above an agent's own run. */
export interface RunAbove {
  /** Names of the subagents, from the outermost down to this one; empty for the agent itself. */
  readonly subagents: readonly string[];
  /** Writes into each thread above what a model call may cost. How the run ends if that does not fit one of them. */
  reserve(request: string, purpose: RequestPurpose, reservation: Reservation): Promise<RunEnd | undefined>;
  /** What the model call has cost, in the place of its reservation. */
  settle(request: string, tokens: TokenUsage, costUsd: number): Promise<void>;
  /** Counts a subagent in each run above. False if one of them has had all that it may have. */
  begin(path: string): Promise<boolean>;
  /** Remembered decisions of the threads above. */
  rules(): readonly StickyRule[];
  /** Something has happened, so that nobody takes the run for stalled; `waitMs` if it is a wait of that length. */
  working(waitMs?: number): void;
}

export const nothingAbove: RunAbove = {
  subagents: [],
  reserve: async () => undefined,
  settle: async () => {},
  begin: async () => true,
  rules: () => [],
  working: () => {},
};
