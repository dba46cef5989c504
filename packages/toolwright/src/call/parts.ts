import type { ApprovalDesk } from "../access/approval.ts";
import type { CapabilityProbe } from "../access/capabilities.ts";
import type { Policy } from "../access/policy.ts";
import type { SpillPosition } from "../output/bound.ts";
import type { Redact } from "../output/redact.ts";
import type { SpillStore } from "../output/spill-contract.ts";
import type { Caller, Clock, HandlerContainment } from "../tool/call-context.ts";
import type { ProcessRunner } from "../tool/process-contract.ts";
import type { NextCall, ErrorReport } from "../tool/tool-error.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { KernelEvent } from "./events.ts";
import type { CallFacts, Failure, NeedsApproval, NeedsInput, Success } from "./outcome.ts";

/** What one call needs from its kernel. */
export interface KernelParts {
  readonly tools: ReadonlyMap<string, AnyTool>;
  readonly servicesFor: (caller: Caller) => unknown;
  readonly probes: Readonly<Record<string, CapabilityProbe>>;
  readonly policy: Policy;
  readonly approvals: ApprovalDesk;
  readonly output: {
    readonly budgetTokens: number;
    readonly previewTokens: number;
    readonly store: SpillStore | undefined;
    readonly readOn: (at: SpillPosition) => NextCall;
    /** Absent if everything may leave the host. */
    readonly redact: Redact | undefined;
  };
  readonly processes: ProcessRunner | undefined;
  readonly containment: HandlerContainment;
  readonly nextSteps: ReadonlyMap<string, NextCall>;
  readonly clock: Clock;
  readonly emit: (event: KernelEvent) => void;
}

type WithoutFacts<Kind> = Omit<Kind, keyof CallFacts>;

/** An outcome before the facts of its call are added. */
export type UnstampedOutcome =
  | WithoutFacts<Success>
  | WithoutFacts<Failure>
  | WithoutFacts<NeedsApproval>
  | WithoutFacts<NeedsInput>;

export function failure(
  status: Failure["status"],
  message: string,
  more: Partial<Omit<ErrorReport, "message">> = {},
): WithoutFacts<Failure> {
  return { status, error: { code: status, message, retryable: false, ...more } };
}
