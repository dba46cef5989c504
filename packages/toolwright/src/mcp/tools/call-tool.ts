import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { AnyKernel } from "../../call/kernel.ts";
import type { Outcome, Success } from "../../call/outcome.ts";
import { canAnswer, missingAbilities, type CanAsk } from "../ask/abilities.ts";
import { askForApproval } from "../ask/approval.ts";
import { badState } from "../ask/bad-state.ts";
import { wireQuestions } from "../ask/questions.ts";
import { resumeCall } from "../ask/resume.ts";
import { clientCapabilities, type Connection } from "../connection.ts";
import type { CallParams } from "./call-params.ts";
import { createRelay } from "./relay.ts";
import { structure } from "./structured.ts";
import { UnwritableOutputError, wireUnwritable } from "./unwritable-output.ts";
import { wireFailure, wireSuccess } from "./wire-answer.ts";

/** One `tools/call`, from the wire through the kernel and back. */
export async function callTool(
  connection: Connection,
  params: CallParams,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { definition, caller, era } = connection;
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
  if (era === "legacy" && outcome.status === "needs_input" && missingAbilities(outcome.questions, canAsk)) {
    return wireFailure(outcome, adviceWithoutAnswers);
  }
  return await wireOutcome(definition.kernel, outcome, canAsk, definition.onFault);
}

/** The modern era has an error for it, which the SDK sends: there the client knows best what to do. */
const adviceWithoutAnswers =
  " This client can answer none of it: it lacks elicitation, sampling or roots, whichever the tool asks for. Tell the person to use a client that has it.";

const badStateCodes = new Set(["state_invalid", "approval_forged"]);

/** An outcome as `tools/call` answers it. Throws where the request was at fault and not the call. */
export async function wireOutcome(
  kernel: AnyKernel,
  outcome: Outcome,
  canAsk: CanAsk,
  onFault: (error: unknown) => void,
): Promise<CallToolResult | InputRequiredResult> {
  switch (outcome.status) {
    case "ok":
      return await wireOk(kernel, outcome, onFault);
    case "needs_approval":
      return askForApproval(outcome, canAsk);
    case "needs_input":
      return wireQuestions(outcome.questions, outcome.state);
    case "unknown_tool":
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.error.message);
    case "denied":
      // A request state that does not hold is a bad request, not an answer of the tool.
      if (badStateCodes.has(outcome.error.code)) {
        throw badState(outcome.error.message);
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

async function wireOk(kernel: AnyKernel, outcome: Success, onFault: (error: unknown) => void): Promise<CallToolResult> {
  const tool = kernel.tool(outcome.tool);
  if (tool?.outputJsonSchema === undefined) return wireSuccess(outcome, undefined);
  try {
    return wireSuccess(outcome, await structure(tool, outcome, kernel.budgetTokens));
  } catch (error) {
    if (!(error instanceof UnwritableOutputError)) throw error;
    onFault(error);
    return wireUnwritable(error);
  }
}
