import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Approval, ApprovalRequest } from "../../access/approval.ts";
import type { CallOptions } from "../../call/kernel.ts";
import type { NeedsApproval } from "../../call/outcome.ts";
import type { Answers } from "../../tool/question.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { CanAsk } from "./abilities.ts";
import { wireFailure } from "../tools/wire-answer.ts";

const question = "approve";
const approvalMark = "approval ";

/** Asks the person behind the client: the kernel's signed request travels as the request state. */
export function askForApproval(outcome: NeedsApproval, canAsk: CanAsk): CallToolResult | InputRequiredResult {
  if (!canAsk("form")) return wireFailure(outcome, adviceWithoutPerson(outcome.tool));
  const { request } = outcome;
  return inputRequired({
    inputRequests: {
      // No fields: accepting the form is the approval, declining it the refusal.
      [question]: inputRequired.elicit({
        message: describeRequest(request),
        requestedSchema: { type: "object", properties: {} },
      }),
    },
    requestState: `${approvalMark}${Buffer.from(JSON.stringify(request)).toString("base64url")}`,
  });
}

/** What a call brings back from an earlier round: the person's decision, or answers to the tool's own questions. */
export function resumeCall({ mcpReq }: ServerContext): Resumed {
  const state = mcpReq.requestState();
  if (state !== undefined && typeof state !== "string") throw badState();
  return resumeFrom(state, mcpReq.inputResponses ?? {});
}

export type Resumed = Pick<CallOptions, "approval" | "continues">;

/** The same from a state that `askForApproval` or the tool's questions gave, wherever it was kept. */
export function resumeFrom(state: string | undefined, answers: Answers): Resumed {
  if (state?.startsWith(approvalMark) === true) {
    const answer = answers[question];
    // A state without its answer is no decision: the person is asked again.
    return isJsonObject(answer) ? { approval: readApproval(state.slice(approvalMark.length), answer) } : {};
  }
  if (state !== undefined) return { continues: { answers, state } };
  return Object.keys(answers).length === 0 ? {} : { continues: { answers } };
}

function adviceWithoutPerson(tool: string): string {
  return [
    " This client cannot ask one: it does not support elicitation.",
    `Tell the person: allow the tool where the server is started (toolwright serve --allow ${tool}, or`,
    `access: { tools: { ${tool}: "allow" } } in its program), or use a client that can ask.`,
  ].join(" ");
}

const longestInput = 2_000;

function describeRequest({ tool, title, reason, input, filledIn }: ApprovalRequest): string {
  const json = JSON.stringify({ ...input, ...filledIn });
  const shown =
    json.length <= longestInput
      ? json
      : `${json.slice(0, longestInput)}… (${json.length - longestInput} of ${json.length} characters left out)`;
  return `${title} (${tool}) asks for your approval: ${reason}.\n${shown}\nAccept to run it, decline to refuse.`;
}

/** Nothing in it is trusted: the kernel checks the signature. Anything but a clear yes is a no. */
function readApproval(encoded: string, answer: JsonObject): Approval {
  const request: unknown = parse(encoded);
  if (!isJsonObject(request)) throw badState();
  const accepted = answer["action"] === "accept";
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the kernel takes it for forged unless it signed it
  return { request: request as unknown as ApprovalRequest, decision: accepted ? "approved" : "rejected" };
}

function parse(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, "base64url").toString());
  } catch {
    throw badState();
  }
}

function badState(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
    reason: "invalid_request_state",
  });
}
