import type { ApprovalRequest } from "../access/approval.ts";
import type { BoundedText } from "../output/bound.ts";
import type { Attachment } from "../tool/call-context.ts";
import { visibleJson } from "../tool/describe-value.ts";
import type { Questions } from "../tool/question.ts";
import type { ErrorReport } from "../tool/tool-error.ts";

/** Facts that every outcome carries. */
export interface CallFacts {
  readonly callId: string;
  readonly tool: string;
  readonly durationMs: number;
  /** What the kernel did to make the call work, such as reading "5" as a number. */
  readonly notes: readonly string[];
}

/** A call that ended with a value, and its text for the model. */
export interface Success<Value = unknown> extends CallFacts, BoundedText {
  readonly status: "ok";
  readonly value: Value;
  readonly attachments?: readonly Attachment[];
}

/** A call that waits for a person; the same call with the answered request continues it. */
export interface NeedsApproval extends CallFacts {
  readonly status: "needs_approval";
  readonly error: ErrorReport;
  readonly request: ApprovalRequest;
  /** What the person can do where nobody can be asked, from the access policy. */
  readonly remedy?: string;
  /** To be passed back with the approval as `continues.state`, unread: where the call goes on. */
  readonly state?: string;
}

/** The tool has questions; the same call with the answers continues it. */
export interface NeedsInput extends CallFacts {
  readonly status: "needs_input";
  readonly error: ErrorReport;
  readonly questions: Questions;
  /** To be passed back with the answers, unread. */
  readonly state?: string;
}

/** A call that ended without a value, and the reason in words for the model. */
export interface Failure extends CallFacts {
  readonly status:
    | "tool_error"
    | "invalid_input"
    | "invalid_output"
    | "unknown_tool"
    | "hidden"
    | "denied"
    | "cancelled"
    | "timed_out"
    | "stalled"
    | "crashed";
  readonly error: ErrorReport;
}

/** The only way a call ends. Hosts switch on `status` instead of parsing text. */
export type Outcome<Value = unknown> = Success<Value> | Failure | NeedsApproval | NeedsInput;

/** The outcome as the model or a person reads it. */
export function renderOutcome(outcome: Outcome): string {
  const notes = outcome.notes.map((note) => `Note: ${note}`);
  if (outcome.status === "ok") return [outcome.text, ...notes].join("\n");
  const { message, next } = outcome.error;
  const nextCall = next === undefined ? [] : [`Next: ${next.tool} ${visibleJson(next.input)}`];
  return [message, ...nextCall, ...notes].join("\n");
}
