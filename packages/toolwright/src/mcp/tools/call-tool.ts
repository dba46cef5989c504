import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { AnyKernel } from "../../call/kernel.ts";
import type { Outcome } from "../../call/outcome.ts";
import { canAnswer, type CanAsk } from "../ask/abilities.ts";
import { askForApproval, resumeCall } from "../ask/approval.ts";
import { askQuestions } from "../ask/questions.ts";
import { clientCapabilities, type Connection } from "../connection.ts";
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
  const canAsk: CanAsk = (kind) => canAnswer(clientCapabilities(connection, context), kind);
  const outcome = await definition.kernel.call(params.name, params.arguments, {
    caller,
    signal: context.mcpReq.signal,
    onLog: relay.onLog,
    canAsk,
    ...(relay.onProgress === undefined ? {} : { onProgress: relay.onProgress }),
    ...resumeCall(context),
  });
  const sent = relay.sent();
  if (sent !== undefined) await sent;
  return await wireOutcome(definition.kernel, outcome, canAsk);
}

const badStateCodes = new Set(["state_invalid", "approval_forged"]);

/** An outcome as `tools/call` answers it. Throws where the request was at fault and not the call. */
export async function wireOutcome(
  kernel: AnyKernel,
  outcome: Outcome,
  canAsk: CanAsk,
): Promise<CallToolResult | InputRequiredResult> {
  switch (outcome.status) {
    case "ok": {
      const tool = kernel.tool(outcome.tool);
      return wireSuccess(outcome, tool && (await structure(tool, outcome, kernel.budgetTokens)));
    }
    case "needs_approval":
      return askForApproval(outcome, canAsk);
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
