import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Outcome } from "../../call/outcome.ts";
import { canAsk } from "../ask/abilities.ts";
import { askForApproval, resumeCall } from "../ask/approval.ts";
import { askQuestions } from "../ask/questions.ts";
import type { Connection } from "../connection.ts";
import type { CallParams } from "./call-params.ts";
import { createRelay } from "./relay.ts";
import { structure } from "./structured.ts";
import { wireFailure, wireSuccess } from "./wire-answer.ts";

/** One `tools/call`, from the wire through the kernel and back. */
export async function callTool(
  connection: Connection,
  params: CallParams,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { definition, caller } = connection;
  const relay = createRelay(context, definition.onFault);
  const outcome = await definition.kernel.call(params.name, params.arguments, {
    caller,
    signal: context.mcpReq.signal,
    onLog: relay.onLog,
    canAsk: (kind) => canAsk(connection, context, kind),
    ...(relay.onProgress === undefined ? {} : { onProgress: relay.onProgress }),
    ...resumeCall(context),
  });
  const sent = relay.sent();
  if (sent !== undefined) await sent;
  return await wireOutcome(connection, outcome, context);
}

const badStateCodes = new Set(["state_invalid", "approval_forged"]);

async function wireOutcome(
  connection: Connection,
  outcome: Outcome,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { kernel } = connection.definition;
  switch (outcome.status) {
    case "ok": {
      const tool = kernel.tool(outcome.tool);
      return wireSuccess(outcome, tool && (await structure(tool, outcome, kernel.budgetTokens)));
    }
    case "needs_approval":
      return askForApproval(connection, outcome, context);
    case "needs_input":
      return askQuestions(outcome.questions, outcome.state);
    case "unknown_tool":
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.error.message);
    case "denied":
      // A request state that does not hold is a bad request, not an answer of the tool.
      if (badStateCodes.has(outcome.error.code)) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.error.message, {
          reason: "invalid_request_state",
        });
      }
      return wireFailure(outcome);
    case "tool_error":
    case "invalid_input":
    case "invalid_output":
    case "hidden":
    case "cancelled":
    case "timed_out":
    case "stalled":
    case "crashed":
      return wireFailure(outcome);
  }
}
