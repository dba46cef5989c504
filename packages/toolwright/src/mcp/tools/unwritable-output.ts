import type { CallToolResult } from "@modelcontextprotocol/server";
import { failure } from "../../call/draft.ts";
import type { Success } from "../../call/outcome.ts";
import { wireFailure } from "./wire-answer.ts";

/** A tool that promises an output has returned what JSON cannot hold. The message is for the log. */
export class UnwritableOutputError extends Error {
  override readonly name = "UnwritableOutputError";
  readonly outcome: Success;

  constructor(outcome: Success, cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(`${outcome.tool} ${outcome.callId} returned what JSON cannot hold: ${detail}`, { cause });
    this.outcome = outcome;
  }
}

/** The answer to the model, in the words that the kernel has for any other broken contract. */
export function wireUnwritable({ outcome }: UnwritableOutputError): CallToolResult {
  const { callId, tool, durationMs, notes } = outcome;
  const message = `${tool} returned something that breaks its own contract: JSON cannot hold it.`;
  const draft = failure(
    "invalid_output",
    `${message} This is a bug of the tool; the server's log has the detail under ${callId}.`,
  );
  return wireFailure({ ...draft, callId, tool, durationMs, notes });
}
