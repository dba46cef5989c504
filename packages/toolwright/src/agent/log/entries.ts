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
  /** Of the program that the call ran: its exit code, or the signal that ended it. */
  readonly exit?: number | string;
  /** What the loop adds for the model, such as that the call was repeated. */
  readonly note?: string;
}

/** What a call waits for: a person's approval, answers to its tool's questions, or the host that runs the tool itself. */
export type Ask =
  | { readonly kind: "approval"; readonly request: ApprovalRequest; readonly message: string; readonly state?: string }
  | {
      readonly kind: "questions";
      readonly questions: Questions;
      readonly message: string;
      readonly state?: string;
      /** What was answered in part so far. */
      readonly answers?: Answers;
    }
  /** `input` is valid, with every default filled in, as JSON. */
  | { readonly kind: "host"; readonly input: JsonObject; readonly message: string };

/** What a subagent waits for. The ids are those of its own thread, and of the subagents below it. */
export interface SubagentAsk {
  readonly callId: string;
  readonly tool: string;
  readonly ask: Ask;
  /** Names of the subagents that ask, the outermost first. */
  readonly from: readonly string[];
}

/** Which later calls a decision holds for: the same tool, and an input that has exactly these fields. */
export interface InputPattern {
  /** The tool of the call, if it is given: a decision that names another one is refused. */
  readonly tool?: string;
  /** In a text `*` stands for any run of characters and `[*]` for a star; everything else must be equal. */
  readonly input: JsonObject;
}

/** What a person or the host says to an ask. */
export type AskDecision<Pattern extends InputPattern = InputPattern> =
  | {
      readonly verdict: "approved" | "rejected";
      readonly remember?: Pattern;
      /** Why a call is rejected: the model reads it. */
      readonly reason?: string;
    }
  /** `partial`: the call waits on for other answers, which come with later decisions. */
  | { readonly verdict: "answered"; readonly answers: Answers; readonly partial?: true }
  /** What came of a tool that the host has run. */
  | {
      readonly verdict: "result";
      readonly text: string;
      readonly isError?: boolean;
      readonly attachments?: readonly Attachment[];
    };

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

/** Why a model is asked: the next turn, the same once more, a summary, or the last answer of a run that a limit stops. */
export type RequestPurpose = "turn" | "retry" | "summary" | "last";

/** What happens in a thread. The state of a thread is what follows from its entries, and nothing else. */
export type EntryBody =
  | { readonly type: "user"; readonly content: readonly UserPart[] }
  /** Written before a model is asked; what it may cost is spent until the usage is known. */
  | {
      readonly type: "request";
      readonly purpose: RequestPurpose;
      readonly model: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd: number;
    }
  | { readonly type: "response"; readonly content: readonly ResponsePart[]; readonly finish: FinishReason }
  /** What the hook `onResponse` said to the latest response. One that is sent back stays in the history; a blocked one does not. */
  | { readonly type: "reviewed"; readonly verdict: "accept" }
  | { readonly type: "reviewed"; readonly verdict: "retry"; readonly feedback: string }
  | { readonly type: "reviewed"; readonly verdict: "block"; readonly message: string }
  /** The hook `beforeModel` lets the next turn begin, and may add a message to it. */
  | { readonly type: "cleared"; readonly content?: readonly UserPart[] }
  /** A limit stops the run, and one answer without tools is asked for first. */
  | { readonly type: "limited"; readonly end: RunEnd; readonly content: readonly UserPart[] }
  /** What a person says during a run: it waits until the calls of the turn have their results. */
  | { readonly type: "steered"; readonly content: readonly UserPart[] }
  /** A message that waited is part of the history from here on; `message` is the `seq` of the entry that brought it. */
  | { readonly type: "delivered"; readonly message: number }
  | { readonly type: "usage"; readonly tokens: TokenUsage; readonly costUsd: number }
  /** The hook `beforeTool` lets the call go on; `input` is what it put in the place of the model's arguments. */
  | { readonly type: "prepared"; readonly callId: string; readonly input?: string }
  /** Written before a tool is called. `repeatable`: a second run does no harm, so that a crash is no reason to ask. */
  | { readonly type: "call_started"; readonly callId: string; readonly repeatable: boolean; readonly by?: "subagent" }
  /** As `call_started`, for a call that goes on beside the loop: `result` is what the model reads meanwhile. */
  | {
      readonly type: "call_detached";
      readonly callId: string;
      readonly repeatable: boolean;
      readonly result: CallResult;
    }
  /** The tool has ended, and the hook `afterTool` has not seen its result yet. */
  | { readonly type: "call_returned"; readonly callId: string; readonly result: CallResult }
  | { readonly type: "call_ended"; readonly callId: string; readonly result: CallResult }
  | { readonly type: "asked"; readonly callId: string; readonly ask: Ask }
  /** The subagent that works on the call has ended its run, because it waits for all of these. */
  | { readonly type: "subagent_asked"; readonly callId: string; readonly asks: readonly SubagentAsk[] }
  /** `callId` of what a subagent asks is the id of the subagent's call, a slash, and the id in `asks`. */
  | { readonly type: "decided"; readonly callId: string; readonly decision: AskDecision }
  /** A subagent of this run begins, or one below it; `path` is the ids of the calls that lead to it, with slashes. */
  | { readonly type: "subagent_began"; readonly path: string }
  /** Written before the model of a subagent is asked, in every thread above it: the same as `request` for its own. */
  | {
      readonly type: "subagent_request";
      readonly request: string;
      readonly purpose: RequestPurpose;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd: number;
    }
  | {
      readonly type: "subagent_usage";
      readonly request: string;
      readonly tokens: TokenUsage;
      readonly costUsd: number;
    }
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
