import type { ApprovalRequest } from "../../access/approval.ts";
import type { Attachment } from "../../tool/call-context.ts";
import type { Answers, Questions } from "../../tool/question.ts";
import type { JsonObject } from "../../tool/schema.ts";

/** What a person sends: words, or a file as base64. */
export type UserPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "file"; readonly mimeType: string; readonly data: string; readonly name?: string };

/** A part of a model's answer, whole. `provider` holds what its provider wants back unchanged, such as signatures. */
export type ResponsePart =
  | { readonly type: "text"; readonly text: string; readonly provider?: JsonObject }
  | { readonly type: "reasoning"; readonly text: string; readonly provider?: JsonObject }
  /** `input` is the text of the arguments as the model wrote them, valid JSON or not. */
  | {
      readonly type: "call";
      readonly callId: string;
      readonly tool: string;
      readonly input: string;
      readonly provider?: JsonObject;
    };

/** A call that a model asks for. */
export type CallPart = Extract<ResponsePart, { readonly type: "call" }>;

/** Why a model's answer ended. */
export type FinishReason = "stop" | "calls" | "length" | "refused" | "other";

/** Tokens of one model call. `input` includes what was read from or written to the provider's cache. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** What a call ended with, as the model is told. */
export interface CallResult {
  /** A status of the kernel, or `not_run`, or `unknown`: started, and nobody can say how it ended. */
  readonly status: string;
  readonly text: string;
  readonly isError: boolean;
  readonly durationMs: number;
  readonly attachments?: readonly Attachment[];
  /** What the loop adds for the model, such as that the call was repeated. */
  readonly note?: string;
}

/** What a call waits for: a person's approval, or answers to its tool's questions. */
export type Ask =
  | { readonly kind: "approval"; readonly request: ApprovalRequest; readonly message: string; readonly state?: string }
  | { readonly kind: "questions"; readonly questions: Questions; readonly message: string; readonly state?: string };

/** Which later calls a decision holds for: the same tool, and an input that has exactly these fields. */
export interface InputPattern {
  /** A text may hold `*` for any run of characters; everything else must be equal. */
  readonly input: JsonObject;
}

/** What a person says to an ask. */
export type AskDecision =
  | { readonly verdict: "approved" | "rejected"; readonly remember?: InputPattern }
  | { readonly verdict: "answered"; readonly answers: Answers };

/** Why a run stopped before the model was done. */
export type StopReason = "turns" | "tokens" | "cost" | "time" | "loop";

/** How a run ended. Exactly one of these ends every run. */
export type RunEnd =
  | { readonly status: "done" }
  | { readonly status: "awaiting" }
  | { readonly status: "stopped"; readonly why: StopReason; readonly message: string }
  | { readonly status: "refused"; readonly message: string }
  | { readonly status: "cancelled" }
  | { readonly status: "failed"; readonly code: string; readonly message: string; readonly recoverable: boolean };

/** What happens in a thread. The state of a thread is what follows from its entries, and nothing else. */
export type EntryBody =
  | { readonly type: "user"; readonly content: readonly UserPart[] }
  /** Written before a model is asked; what it may cost is spent until the usage is known. */
  | {
      readonly type: "request";
      readonly purpose: "turn" | "retry" | "summary";
      readonly model: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd: number;
    }
  | { readonly type: "response"; readonly content: readonly ResponsePart[]; readonly finish: FinishReason }
  | { readonly type: "usage"; readonly tokens: TokenUsage; readonly costUsd: number }
  /** Written before a tool is called. `repeatable`: a second run does no harm, so that a crash is no reason to ask. */
  | { readonly type: "call_started"; readonly callId: string; readonly repeatable: boolean }
  | { readonly type: "call_ended"; readonly callId: string; readonly result: CallResult }
  | { readonly type: "asked"; readonly callId: string; readonly ask: Ask }
  | { readonly type: "decided"; readonly callId: string; readonly decision: AskDecision }
  /** Old results in a shorter form, by call. */
  | {
      readonly type: "compacted";
      readonly kind: "results";
      readonly texts: readonly { readonly callId: string; readonly text: string }[];
    }
  /** Everything up to an entry, in a few words. */
  | { readonly type: "compacted"; readonly kind: "summary"; readonly upTo: number; readonly text: string }
  | { readonly type: "repaired"; readonly callId: string; readonly result: CallResult }
  | { readonly type: "ended"; readonly end: RunEnd };

/** An entry of a thread's log. `seq` counts from 1 without gaps; `time` is in milliseconds since 1970. */
export type LogEntry = EntryBody & { readonly id: string; readonly seq: number; readonly time: number };
