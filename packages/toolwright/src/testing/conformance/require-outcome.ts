import type { Failure, Outcome, Success } from "../../call/outcome.ts";
import type { ErrorReport } from "../../tool/tool-error.ts";
import type { Fault } from "../test-kernel.ts";
import { ConformanceError } from "./conformance-error.ts";
import { describeOutcome } from "./describe-outcome.ts";

export interface Wanted {
  /** In which situation, for the message. */
  readonly when: string;
  readonly change: string;
  /** Which call; "the call" unless told. */
  readonly who?: string;
}

/** Fails unless the call ended ok; gives back what it answered. */
export function requireOk(outcome: Outcome, faults: readonly Fault[], wanted: Wanted): Success {
  if (outcome.status === "ok") return outcome;
  throw otherThan("ok", outcome, faults, wanted);
}

/** Fails unless the call failed as it should; gives back what the caller was told. */
export function requireFailure(
  status: Failure["status"],
  outcome: Outcome,
  faults: readonly Fault[],
  wanted: Wanted,
): ErrorReport {
  if (outcome.status === status && "error" in outcome) return outcome.error;
  throw otherThan(status, outcome, faults, wanted);
}

function otherThan(
  status: string,
  outcome: Outcome,
  faults: readonly Fault[],
  { when, who = "the call", change }: Wanted,
): ConformanceError {
  const end = describeOutcome(outcome, faults).replace(/\.$/, "");
  return new ConformanceError(`${when}, ${who} ended ${end}.`, `${status}.`, change);
}
