import type { RequestPurpose, TokenUsage } from "./entries.ts";

/** What one model call may still cost, until its usage is known. */
export interface Reservation {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** Sums of the run that is under way, from the person's input on, waits and crashes included. */
export interface RunTotals {
  readonly turns: number;
  readonly usage: TokenUsage;
  readonly costUsd: number;
  /** Of model calls whose usage was never told: spent, for all that is known. */
  readonly reserved: Reservation;
  /** Answers that a hook has sent back. */
  readonly sentBack: number;
  /** Model calls of subagents whose usage is still to be told; they are part of `reserved`. */
  readonly delegated: ReadonlyMap<string, Reservation>;
  /** The subagents of the run, those below others included, each by the calls that lead to it. */
  readonly subagents: ReadonlySet<string>;
}

/** By no model call. */
export const nothingUsed: TokenUsage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
const nothingReserved: Reservation = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** A run that has used nothing yet. */
export const freshRun: RunTotals = {
  turns: 0,
  usage: nothingUsed,
  costUsd: 0,
  reserved: nothingReserved,
  sentBack: 0,
  delegated: new Map(),
  subagents: new Set(),
};

/** What a model call may cost counts as spent, until it is known. */
export function addRequest(run: RunTotals, purpose: RequestPurpose, reservation: Reservation): RunTotals {
  const turns = run.turns + (purpose === "turn" ? 1 : 0);
  return { ...run, turns, reserved: addReservation(run.reserved, reservation, 1) };
}

/** What a model call has cost, in the place of its reservation. */
export function addUsage(
  run: RunTotals,
  open: Reservation | undefined,
  tokens: TokenUsage,
  costUsd: number,
): RunTotals {
  const usage = {
    input: run.usage.input + tokens.input,
    cacheRead: run.usage.cacheRead + tokens.cacheRead,
    cacheWrite: run.usage.cacheWrite + tokens.cacheWrite,
    output: run.usage.output + tokens.output,
  };
  const reserved = open === undefined ? run.reserved : addReservation(run.reserved, open, -1);
  return { ...run, usage, reserved, costUsd: run.costUsd + costUsd };
}

/** The same for a model call of a subagent. */
export function addSubagentRequest(
  run: RunTotals,
  request: string,
  purpose: RequestPurpose,
  reservation: Reservation,
): RunTotals {
  const delegated = new Map(run.delegated).set(request, reservation);
  return { ...addRequest(run, purpose, reservation), delegated };
}

/** What is not known to be reserved was settled before, or belongs to a run that is over. */
export function addSubagentUsage(run: RunTotals, request: string, tokens: TokenUsage, costUsd: number): RunTotals {
  const open = run.delegated.get(request);
  if (open === undefined) return run;
  const delegated = new Map(run.delegated);
  delegated.delete(request);
  return { ...addUsage(run, open, tokens, costUsd), delegated };
}

function addReservation(sum: Reservation, each: Reservation, sign: 1 | -1): Reservation {
  return {
    inputTokens: sum.inputTokens + sign * each.inputTokens,
    outputTokens: sum.outputTokens + sign * each.outputTokens,
    costUsd: sum.costUsd + sign * each.costUsd,
  };
}
