import { inspect } from "node:util";
import type { Failure, Outcome, Success } from "../../call/outcome.ts";
import type { ErrorReport } from "../../tool/tool-error.ts";
import type { Fault } from "../test-kernel.ts";

export interface Wanted {
  /** The situation, for the message. */
  readonly when: string;
  readonly change: string;
  /** Which call. Default: "the call". */
  readonly who?: string;
}

/** Fails unless the call ended ok; returns its answer. */
export function requireOk(outcome: Outcome, faults: readonly Fault[], wanted: Wanted): Success {
  if (outcome.status === "ok") return outcome;
  throw otherThan("ok", outcome, faults, wanted);
}

/** Fails unless the call failed as it should; returns what the caller was told. */
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

/** How a call ended, with the detail that only the log has: the reader is the tool's author. */
export function describeOutcome(outcome: Outcome, faults: readonly Fault[]): string {
  const causes = faults.filter((fault) => fault.callId === outcome.callId).map(describeFault);
  const end = outcome.status === "ok" ? "ok" : `${outcome.status} "${outcome.error.message}"`;
  return causes.length === 0 ? end : `${end}; ${causes.join("; ")}`;
}

function describeFault({ source, error }: Fault): string {
  const detail =
    error instanceof Error ? `${error.name}: ${error.message}` : inspect(error, { depth: 4, breakLength: Infinity });
  return `${source}: ${detail.slice(0, 500)}`;
}

/** The advice if the tool is not to blame. */
export const kernelFault = "nothing in the tool; this is the kernel's promise, report it.";

/** Why a tool does not conform: what was seen, what was expected, and what to change in the tool. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly code = "not_conformant";

  constructor(seen: string, expected: string, change: string) {
    super(`Seen: ${seen}\nExpected: ${expected}\nChange: ${change}`);
  }
}
