import type { ApprovalNeeded } from "../access/approval-needed.ts";
import type { AccessRequest } from "../access/policy.ts";
import type { InputNeeded } from "../tool/question.ts";
import type { FaultSource } from "./events.ts";
import { describeCrash } from "./finish-output.ts";
import { failure, type UnstampedOutcome, type KernelParts } from "./parts.ts";

/** Ends a round with questions. Its state and the approval it ran under come back sealed with the answers. */
export async function askQuestions(
  parts: KernelParts,
  { questions, state }: InputNeeded,
  asked: AccessRequest,
  round: { readonly approved: boolean; readonly callId: string },
  onFault: (source: FaultSource, error: unknown) => void,
): Promise<UnstampedOutcome> {
  const { name } = asked.tool;
  const { approved, callId } = round;
  const keys = Object.keys(questions);
  if (keys.length === 0) {
    onFault("handler", new Error(`${name} asked for input without a question`));
    return failure("crashed", describeCrash(name, callId));
  }
  const sealed =
    approved || state !== undefined ? { state: await parts.approvals.seal.close({ approved, state }, asked) } : {};
  const message = `${name} needs answers before it can go on: ${keys.join(", ")}.`;
  return {
    status: "needs_input",
    error: { code: "needs_input", message, retryable: false },
    questions,
    ...sealed,
  };
}

/** Ends a round because a call that the handler made needs an approval. */
export async function askForInner(
  parts: KernelParts,
  { message, request, remedy, state }: ApprovalNeeded,
  asked: AccessRequest,
  approved: boolean,
): Promise<UnstampedOutcome> {
  return {
    status: "needs_approval",
    error: { code: "needs_approval", message, retryable: false },
    request,
    ...(remedy === undefined ? {} : { remedy }),
    state: await parts.approvals.seal.close({ approved, state }, asked),
  };
}
