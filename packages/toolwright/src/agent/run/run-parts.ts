import type { AnyKernel } from "../../call/kernel.ts";
import type { Caller, Clock } from "../../tool/call-context.ts";
import type { Question } from "../../tool/question.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { OpenThread } from "../log/open-thread.ts";
import type { Model, ModelTool } from "../model/model.ts";
import type { RetryPolicy } from "../model/retry.ts";
import type { BackgroundCalls } from "./background.ts";
import type { AgentEvent } from "./events.ts";
import type { AgentHooks } from "./hooks.ts";
import type { RunInbox } from "./inbox.ts";
import type { ModelPrice, RunLimits } from "./limits.ts";
import type { AgentTelemetry } from "./telemetry.ts";

/** How much a model can read, and how much of that the results of one turn may take. */
export interface ContextLimits {
  /** Of the smallest model. Default: 128,000 tokens. */
  readonly windowTokens: number;
  /** For the results of one turn together. Default: a quarter of the window. */
  readonly batchTokens: number;
}

/** What an agent is made of, with every default filled in. */
export interface AgentParts {
  /** The first one is asked; the others in turn, if it fails. */
  readonly models: readonly [Model, ...Model[]];
  readonly kernel: AnyKernel;
  /** By name. */
  readonly hostTools: ReadonlyMap<string, AnyTool>;
  readonly hooks: AgentHooks;
  readonly system: string;
  readonly limits: RunLimits;
  readonly prices: Readonly<Record<string, ModelPrice>>;
  readonly context: ContextLimits;
  readonly retry: RetryPolicy;
  readonly telemetry: AgentTelemetry | undefined;
  readonly canAsk: (kind: Question["kind"]) => boolean;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** What the steps of one run share. What happened is in the thread and nowhere else. */
export interface RunParts extends AgentParts {
  readonly thread: OpenThread;
  readonly caller: Caller;
  /** Aborts when the run is cancelled or its time is over. */
  readonly signal: AbortSignal;
  /** The same list for every model call of the run. */
  readonly tools: readonly ModelTool[];
  readonly inbox: RunInbox;
  readonly background: BackgroundCalls;
  readonly emit: (event: Exclude<AgentEvent, { type: "end" }>) => void;
}
