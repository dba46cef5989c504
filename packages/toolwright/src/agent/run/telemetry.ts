import type { Outcome } from "../../call/outcome.ts";
import type { Model } from "../model/model.ts";
import type { RunOutcome } from "./events.ts";

/** A call of a tool, as telemetry is told of it. */
export interface ObservedCall {
  readonly callId: string;
  readonly tool: string;
  readonly description: string | undefined;
  readonly input: unknown;
}

/** Watches runs from around each of their parts. `openTelemetry` of `toolwright/telemetry` is one. */
export interface AgentTelemetry {
  /** Around a run: all of it happens inside of `start`. */
  run<Run extends { readonly outcome: Promise<RunOutcome> }>(
    facts: { readonly thread: string; readonly subagent?: string },
    start: () => Run,
  ): Run;
  /** Around each answer of a model. */
  model(model: Model): Model;
  /** Around a call that begins, with its tool and whatever that does. */
  call<Ended extends Outcome | "rejected">(facts: ObservedCall, work: () => Promise<Ended>): Promise<Ended>;
}
