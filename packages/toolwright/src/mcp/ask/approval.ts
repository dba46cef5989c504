import {
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { Approval, ApprovalRequest } from "../../access/approval.ts";
import { describeInput } from "../../access/describe-request.ts";
import type { Failure, NeedsApproval } from "../../call/outcome.ts";
import { escapeHidden } from "../../tool/describe-value.ts";
import type { Answers } from "../../tool/question.ts";
import { isJsonObject } from "../../tool/schema.ts";
import { wireFailure } from "../tools/wire-answer.ts";
import type { CanAsk } from "./questions.ts";

const question = "approve";
const mark = "approval ";

/** Asks the person behind the client: the kernel's signed request travels as the request state. */
export function askForApproval(outcome: NeedsApproval, canAsk: CanAsk): CallToolResult | InputRequiredResult {
  if (!canAsk("form")) return wireFailure(outcome, adviceWithoutPerson(outcome));
  const { request, state } = outcome;
  const { length } = describeInput(request);
  if (length > longestShown) return wireFailure(tooLong(outcome, length));
  return inputRequired({
    inputRequests: {
      // No fields: accepting the form is the approval, declining it the refusal.
      [question]: inputRequired.elicit({
        message: describeRequest(request),
        requestedSchema: { type: "object", properties: {} },
      }),
    },
    requestState: `${mark}${Buffer.from(JSON.stringify(request)).toString("base64url")}${state === undefined ? "" : ` ${state}`}`,
  });
}

/** A dialog of a client may cut what is longer, and nobody would read it to its end. */
const longestShown = 8_000;

function tooLong({ error, ...outcome }: NeedsApproval, length: number): Failure {
  const limit = `Its input is ${length} characters long, and a person is asked about ${longestShown} at most.`;
  const way = "Put the long part into a file in a call of its own and name the file here, or make shorter calls.";
  const message = `${error.message} ${limit} ${way}`;
  return { ...outcome, status: "denied", error: { code: "too_long_to_approve", message, retryable: false } };
}

/** Whether a request state belongs to an approval rather than to a tool's own questions. */
export function isApprovalState(state: string): boolean {
  return state.startsWith(mark);
}

/** Where the call goes on, if it does not start anew; the kernel checks it. */
export function readRound(state: string): string | undefined {
  return state.split(" ")[2];
}

/** The person's decision; undefined if the state came back without one, so that the person is asked again. */
export function readApproval(state: string, answers: Answers): Approval | undefined {
  const answer = answers[question];
  if (!isJsonObject(answer)) return undefined;
  const request: unknown = parse(state.split(" ")[1] ?? "");
  if (!isJsonObject(request)) throw badState();
  // Nothing in it is trusted: the kernel checks the signature. Anything but a clear yes is a no.
  const decision = answer["action"] === "accept" ? "approved" : "rejected";
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the kernel takes it for forged unless it signed it
  return { request: request as unknown as ApprovalRequest, decision };
}

function adviceWithoutPerson({ remedy }: NeedsApproval): string {
  const advice = remedy === undefined ? "" : ` ${remedy}`;
  return ` This client cannot ask one: it does not support elicitation.${advice} A client that supports it would ask.`;
}

function describeRequest(request: ApprovalRequest): string {
  const { tool, title, reason } = request;
  return [
    `${escapeHidden(title)} (${tool}) asks for your approval: ${escapeHidden(reason)}.`,
    describeInput(request),
    "Accept to run it, decline to refuse.",
  ].join("\n");
}

function parse(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, "base64url").toString());
  } catch {
    throw badState();
  }
}

/** A request state that this server did not issue, or not for this call. */
export function badState(message = "Invalid or expired requestState"): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: "invalid_request_state" });
}
