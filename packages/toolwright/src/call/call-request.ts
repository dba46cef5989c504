import type { Approval } from "../access/approval.ts";
import type { Caller } from "../tool/call-context.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { ProgressReport } from "./progress.ts";

/** One call, resolved to its tool, before anything was checked. */
export interface CallRequest {
  readonly callId: string;
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly caller: Caller;
  readonly signal: AbortSignal | undefined;
  readonly approval: Approval | undefined;
  readonly deadlineMs: number;
  readonly onProgress: ((report: ProgressReport) => void) | undefined;
}
