import { inspect } from "node:util";
import type { Outcome } from "../../call/outcome.ts";
import type { Fault } from "../test-kernel.ts";

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
