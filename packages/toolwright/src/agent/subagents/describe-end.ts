import type { Failure, NeedsInput, Success } from "../../call/outcome.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { CallResult } from "../log/entries.ts";
import { cancelledResult, fixedTexts, subagentRemains } from "../log/repair.ts";
import { failedResult } from "../run/call-results.ts";
import type { RunOutcome } from "../run/events.ts";

/**
 * What the model reads of a subagent that has come to an end. What its models could not do is told to the model above. If its thread
 * or a hook has failed, this throws: then the run above fails too, and the subagent goes on when that is resumed.
 */
export function describeEnd(outcome: RunOutcome, isStalled: boolean): CallResult {
  switch (outcome.status) {
    case "done": {
      const text = outcome.text.trim() === "" ? "The subagent has ended without a word." : outcome.text;
      return { status: "ok", text, isError: false, durationMs: 0 };
    }
    case "cancelled":
      return { ...cancelledResult, text: `${cancelledResult.text} ${subagentRemains}` };
    case "stopped": {
      const { why, message, text } = outcome;
      if (why === "time") {
        const status = isStalled ? "stalled" : "timed_out";
        return failedResult(status, `${fixedTexts.timedOut} ${message} ${subagentRemains}`);
      }
      const said = text === "" ? "" : ` What it said last:\n${text}`;
      return failedResult(
        "stopped",
        `The subagent was stopped before it was done: ${message} ${subagentRemains}${said}`,
      );
    }
    case "refused":
      return failedResult("refused", `The subagent did not answer: ${outcome.message} ${subagentRemains}`);
    case "failed": {
      const { code, message, recoverable } = outcome;
      if (!code.startsWith("model_") && code !== "context_full") {
        throw new ToolError(code, message, { retryable: recoverable });
      }
      return failedResult("failed", `The subagent failed: ${message} ${subagentRemains}`);
    }
    case "awaiting":
      throw new TypeError("A subagent that waits has not come to an end.");
  }
}

/** The run of a subagent beside what telemetry is told of calls. */
export function describeForTelemetry<End extends { readonly outcome: RunOutcome }>(
  end: End,
): End & (Success | Failure | NeedsInput) {
  const { outcome } = end;
  const facts = { ...end, callId: "", tool: "", durationMs: 0, notes: [] };
  if (outcome.status === "done") return { ...facts, status: "ok", value: outcome.text, text: outcome.text };
  const message = "message" in outcome ? outcome.message : "";
  const error = {
    code: outcome.status === "failed" ? outcome.code : `subagent_${outcome.status}`,
    message,
    retryable: false,
  };
  if (outcome.status === "awaiting") return { ...facts, status: "needs_input", error, questions: {} };
  return { ...facts, status: outcome.status === "cancelled" ? "cancelled" : "tool_error", error };
}
