import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { AnyKernel, CallOptions } from "../../call/kernel.ts";
import type { Outcome, Success } from "../../call/outcome.ts";
import { failure } from "../../call/parts.ts";
import { fitsTokens } from "../../output/tokens.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";
import { askForApproval, badState } from "../ask/approval.ts";
import { canAnswer, missingAbilities, type CanAsk, wireQuestions } from "../ask/questions.ts";
import { resumeCall } from "../ask/resume.ts";
import { clientCapabilities, type Connection } from "../connection.ts";
import type { CallParams } from "./call-params.ts";
import { wireFailure, wireSuccess } from "./wire-answer.ts";
import { isObjectSchema } from "./wire-tool.ts";

/** Forwards progress and log lines of a call to the client while it waits. */
interface Relay extends Required<Pick<CallOptions, "onLog">>, Pick<CallOptions, "onProgress"> {
  /** Resolves when everything reported so far is sent, so that the result cannot overtake it; undefined if nothing was. */
  sent(): Promise<void> | undefined;
}

/** A tool with an output schema returned something that JSON cannot represent. The message is for the log. */
class UnwritableOutputError extends Error {
  override readonly name = "UnwritableOutputError";
  readonly outcome: Success;

  constructor(outcome: Success, cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(`${outcome.tool} ${outcome.callId} returned what JSON cannot hold: ${detail}`, { cause });
    this.outcome = outcome;
  }
}

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

/** An outcome as the answer to `tools/call`. Throws if the request was at fault rather than the call. */
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
      // An invalid request state is a bad request, not an answer of the tool.
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

/**
 * The structured form of an answer. Clients show the model either this or the text, so each is complete: an output that
 * exceeds the budget is replaced by the text, which says where the rest is.
 */
async function structure(tool: AnyTool, outcome: Success, defaultBudget: number): Promise<JsonObject | undefined> {
  if (tool.outputJsonSchema === undefined) return undefined;
  const { value, text, spill } = outcome;
  if (spill !== undefined) return { text };
  const json = writeValue(outcome);
  if (json === undefined || !(await fitsTokens(json, tool.budgetTokens ?? defaultBudget))) return { text };
  if (isObjectSchema(tool.outputJsonSchema) && isJsonObject(value)) return value;
  return { result: value };
}

function writeValue(outcome: Success): string | undefined {
  try {
    return JSON.stringify(outcome.value);
  } catch (error) {
    throw new UnwritableOutputError(outcome, error);
  }
}

/** The answer to the model, worded like any other broken contract. */
function wireUnwritable({ outcome }: UnwritableOutputError): CallToolResult {
  const { callId, tool, durationMs, notes } = outcome;
  const message = `${tool} returned something that breaks its own contract: JSON cannot hold it.`;
  const draft = failure(
    "invalid_output",
    `${message} This is a bug of the tool; the server's log has the detail under ${callId}.`,
  );
  return wireFailure({ ...draft, callId, tool, durationMs, notes });
}

function createRelay({ mcpReq }: ServerContext, onFault: (error: unknown) => void): Relay {
  const token = mcpReq._meta?.progressToken;
  let last: Promise<void> | undefined;

  // A client that is gone needs no notice; a message that failed to reach a connected one is worth a log line.
  function send(sending: Promise<void>): void {
    last = sending.catch((error: unknown) => {
      if (!mcpReq.signal.aborted) onFault(error);
    });
  }

  return {
    ...(token === undefined
      ? {}
      : {
          onProgress({ progress, total, message }) {
            if (mcpReq.signal.aborted) return;
            const params = {
              progressToken: token,
              progress,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { message }),
            };
            send(mcpReq.notify({ method: "notifications/progress", params }));
          },
        }),
    onLog(level, message) {
      // oxlint-disable-next-line typescript/no-deprecated -- clients of the legacy era still ask for it
      if (!mcpReq.signal.aborted) send(mcpReq.log(level, message));
    },
    sent: () => last,
  };
}
