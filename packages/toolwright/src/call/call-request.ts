import type { Approval } from "../access/approval.ts";
import type { Caller, LogLevel, HandlerContainment } from "../tool/call-context.ts";
import { isPromiseLike } from "../tool/deferred.ts";
import type { Answers, Question } from "../tool/question.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { ProgressReport } from "./progress.ts";

/** One call, resolved to its tool, before any checks. */
export interface CallRequest {
  readonly callId: string;
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly caller: Caller;
  readonly signal: AbortSignal | undefined;
  readonly approval: Approval | undefined;
  readonly deadlineMs: number;
  readonly onProgress: ((report: ProgressReport) => void) | undefined;
  readonly onLog: ((level: LogLevel, message: string) => void) | undefined;
  readonly canAsk: ((kind: Question["kind"]) => boolean) | undefined;
  readonly continues: Continuation | undefined;
  readonly valueOnly: boolean;
}

/** The next round of a call whose tool had questions. */
export interface Continuation {
  /** As received; unknown ones are left to the tool. */
  readonly answers: Answers;
  /** From the `needs_input` outcome, if it had one. */
  readonly state?: string | undefined;
}

/** Calls back into the host. Errors of its code, now or later, go to `onFailure` and do not affect the call. */
export function tellHost(
  containment: HandlerContainment,
  tell: () => unknown,
  onFailure: (error: unknown) => void,
): void {
  try {
    const told = containment.runOutside(tell);
    if (isPromiseLike(told)) Promise.resolve(told).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}

/** For hosts without containment: code simply runs. */
export const noContainment: HandlerContainment = {
  run: (_onStray, work) => work(),
  runOutside: (work) => work(),
  close() {},
};
