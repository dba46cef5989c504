import type { Attachment } from "../../tool/call-context.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { CallResult, FinishReason, ResponsePart, UserPart } from "../log/entries.ts";
import type { ModelMessage } from "../model/model.ts";
import type { AnyCall } from "./tool-types.ts";

/** What every hook gets besides its question. */
export interface HookContext {
  readonly thread: string;
  /** Names of the subagents whose call, answer or turn it is, the outermost first; empty for the agent's own. */
  readonly subagents: readonly string[];
  readonly callId?: string;
  /** Aborts with the run, and when the hook's time is over. */
  readonly signal: AbortSignal;
}

/** What the hook in front of a call may say. */
export type BeforeToolVerdict =
  | { readonly verdict: "proceed" }
  /** The policy, the person and the tool see this input; the model is told that it was changed, and not to what. */
  | { readonly verdict: "change"; readonly input: JsonObject }
  /** The model reads the text instead of a result. */
  | { readonly verdict: "block"; readonly text: string };

/** What the hook behind a tool may say. */
export type AfterToolVerdict =
  | { readonly verdict: "keep" }
  /** Attachments stay as they are, unless others are given. */
  | { readonly verdict: "replace"; readonly text: string; readonly attachments?: readonly Attachment[] };

/** What the hook in front of a turn may say. */
export type BeforeModelVerdict =
  | { readonly verdict: "proceed" }
  /** Behind everything that the model has read before, so that its provider's cache holds. */
  | { readonly verdict: "add"; readonly message: string | readonly UserPart[] }
  /** Ends the run as `refused`. */
  | { readonly verdict: "block"; readonly message: string };

/** What the hook behind an answer may say. */
export type ResponseVerdict =
  | { readonly verdict: "accept" }
  /** The model is asked again, at most eight times in a run, and none of the calls is run. */
  | { readonly verdict: "retry"; readonly feedback: string }
  /** Ends the run as `refused`; the answer does not stay in the history. */
  | { readonly verdict: "block"; readonly message: string };

/** The model's answer, as `onResponse` sees it. */
export interface ResponseFacts {
  readonly content: readonly ResponsePart[];
  readonly text: string;
  readonly finish: FinishReason;
}

/**
 * The application's own checks around the loop. What they say is in the log, and is not asked again. One that throws, says nothing or
 * is late ends the run as failed, `hook_failed` or `hook_timed_out`; `resume` asks it again.
 */
export interface AgentHooks<Call extends AnyCall = AnyCall> {
  /** For each question to a hook. Default: 10 s. */
  readonly deadlineMs?: number;
  /** Asked about each call with a valid input, before the policy and the person. */
  readonly beforeTool?: (call: Call, context: HookContext) => BeforeToolVerdict | Promise<BeforeToolVerdict>;
  /** Asked about each result and each error of a tool, before the model reads it. */
  readonly afterTool?: (
    call: Call,
    result: Pick<CallResult, "status" | "text" | "isError" | "attachments">,
    context: HookContext,
  ) => AfterToolVerdict | Promise<AfterToolVerdict>;
  /** Asked before each turn. */
  readonly beforeModel?: (
    messages: readonly ModelMessage[],
    context: HookContext,
  ) => BeforeModelVerdict | Promise<BeforeModelVerdict>;
  /** Asked about each answer, before any of its calls. */
  readonly onResponse?: (response: ResponseFacts, context: HookContext) => ResponseVerdict | Promise<ResponseVerdict>;
}
