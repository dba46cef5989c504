import type { AnyKernel } from "../../call/kernel.ts";
import type { Caller, Clock } from "../../tool/call-context.ts";
import type { UserPart } from "../log/entries.ts";
import type { SubagentDecision } from "../log/open-calls.ts";
import type { Question } from "../../tool/question.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { OpenThread } from "../log/open-thread.ts";
import type { Model, ModelTool } from "../model/model.ts";
import type { RetryPolicy } from "../model/retry.ts";
import type { RunAbove } from "./above.ts";
import type { BackgroundCalls } from "./background.ts";
import type { AgentEvent, RunOutcome } from "./events.ts";
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

/** A window that has room for an answer. */
export function readContext({ outputTokens }: RunLimits, context: Partial<ContextLimits> = {}): ContextLimits {
  const { windowTokens = 128_000, batchTokens = Math.floor(windowTokens / 4) } = context;
  if (outputTokens >= windowTokens) {
    throw new RangeError(`outputTokens (${outputTokens}) must leave room in windowTokens (${windowTokens}).`);
  }
  return { windowTokens, batchTokens };
}

/** A subagent: the tool that the model sees, and what its runs are made of. */
export interface SubagentParts {
  readonly name: string;
  readonly tool: AnyTool;
  readonly stallMs: number;
  readonly agent: AgentParts;
}

/** What an agent is made of, with every default filled in. */
export interface AgentParts {
  /** The first one is asked; the others in turn, if it fails. */
  readonly models: readonly [Model, ...Model[]];
  readonly kernel: AnyKernel;
  /** By name. */
  readonly hostTools: ReadonlyMap<string, AnyTool>;
  /** By name. */
  readonly subagents: ReadonlyMap<string, SubagentParts>;
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
  /** Opens a thread, whoever it belongs to. */
  readonly open: (thread: string) => Promise<OpenThread>;
}

/** A step of a run, for those who watch. */
export type RunEvent = Exclude<AgentEvent, { type: "end" }>;

/** What one run is about. */
export interface RunRequest {
  readonly thread: string;
  /** Undefined to go on where the thread stands. */
  readonly input: readonly UserPart[] | undefined;
  readonly settings: {
    readonly signal?: AbortSignal;
    readonly caller?: Partial<Caller>;
    readonly subagentEvents?: boolean;
  };
  /** Present for the run of a subagent: it goes on where its thread stands, and begins with the input only if that is empty. */
  readonly below?: {
    readonly above: RunAbove;
    /** What people have said to what it asked. */
    readonly decisions: readonly SubagentDecision[];
    readonly onEvent: (event: RunEvent) => void;
  };
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
  readonly emit: (event: RunEvent) => void;
  readonly above: RunAbove;
  /** Whether those who watch want to see what happens in subagents. */
  readonly subagentEvents: boolean;
  /** Starts the run of a subagent. */
  readonly startBelow: (agent: AgentParts, request: RunRequest) => { readonly outcome: Promise<RunOutcome> };
}

/** The models of an agent and its subagents whose price is not known. */
export function findUnpriced({ models, subagents, prices }: AgentParts): readonly string[] {
  const below = [...subagents.values()].flatMap(({ agent }) => agent.models);
  const ids = new Set([...models, ...below].map(({ id }) => id));
  return [...ids].filter((id) => prices[id] === undefined);
}
