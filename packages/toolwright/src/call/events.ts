import type { Caller, LogLevel } from "../tool/call-context.ts";
import type { Outcome } from "./outcome.ts";

/** The part of a call that failed in a way the model is not told in detail. */
export type FaultSource =
  | "handler"
  | "stray"
  | "services"
  | "input-schema"
  | "output"
  | "format"
  | "spill"
  | "policy"
  | "progress-listener"
  | "log-listener"
  | "next-call"
  | "kernel"
  | "processes";

/** What happens inside the kernel, for logs and the test kit. Faults contain the unredacted detail. */
export type KernelEvent =
  | { readonly type: "call-start"; readonly callId: string; readonly tool: string; readonly caller: Caller }
  | { readonly type: "call-end"; readonly callId: string; readonly tool: string; readonly outcome: Outcome }
  | {
      readonly type: "call-late";
      readonly callId: string;
      readonly tool: string;
      readonly ended: "returned" | "threw";
    }
  | {
      readonly type: "call-log";
      readonly callId: string;
      readonly tool: string;
      readonly level: LogLevel;
      readonly message: string;
    }
  | {
      readonly type: "fault";
      readonly callId: string;
      readonly tool: string;
      readonly source: FaultSource;
      readonly error: unknown;
    };

/** Prints faults to stderr: the default listener of a kernel. */
export function logFaults(event: KernelEvent): void {
  if (event.type === "fault") console.error(`[toolwright] ${event.tool} ${event.callId} ${event.source}:`, event.error);
}
