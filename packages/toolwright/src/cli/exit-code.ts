import type { Outcome } from "../call/outcome.ts";

/** What the shell is told. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Wrong usage is the caller's to mend; everything else is not. */
export const exitCodeOf: Readonly<Record<Outcome["status"], number>> = {
  ok: exitCodes.ok,
  tool_error: exitCodes.failed,
  invalid_input: exitCodes.usage,
  invalid_output: exitCodes.failed,
  unknown_tool: exitCodes.usage,
  hidden: exitCodes.failed,
  denied: exitCodes.failed,
  needs_approval: exitCodes.failed,
  needs_input: exitCodes.failed,
  cancelled: exitCodes.interrupted,
  timed_out: exitCodes.failed,
  stalled: exitCodes.failed,
  crashed: exitCodes.failed,
};
