import type { AnyKernel } from "../call/kernel.ts";
import { type Caller, type Clock, systemClock } from "../tool/call-context.ts";
import type { Question } from "../tool/question.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { AskDecision, LogEntry, UserPart } from "./log/entries.ts";
import { createMemoryThreads } from "./log/memory-store.ts";
import { openThread, type UnwrittenEntries } from "./log/open-thread.ts";
import { abandonCalls } from "./log/repair.ts";
import { foldEntries } from "./log/thread-state.ts";
import type { ThreadStore } from "./log/thread-store.ts";
import { type AiSdkModel, fromAiSdk } from "./model/ai-sdk.ts";
import type { Model } from "./model/model.ts";
import { defaultRetry, type RetryPolicy } from "./model/retry.ts";
import { listAsks, readDecisions } from "./run/decide.ts";
import type { AgentEvent, PendingAsk, RunOutcome } from "./run/events.ts";
import { defaultLimits, type ModelPrice, type RunLimits } from "./run/limits.ts";
import type { AgentParts, ContextLimits } from "./run/run-parts.ts";
import { startRun } from "./run/start-run.ts";

/** What an agent is made of. Model and kernel are enough. */
export interface AgentOptions {
  /** Of any AI SDK provider, or one of your own. */
  readonly model: Model | AiSdkModel;
  /** Asked in this order when a model cannot answer. */
  readonly fallback?: readonly (Model | AiSdkModel)[];
  /** Its tools are the agent's, its policy decides about each call. */
  readonly kernel: AnyKernel;
  /** Where threads are kept. Default: in memory, until the process ends. */
  readonly store?: ThreadStore;
  /** What the model is told first, in every call the same. */
  readonly system?: string;
  readonly limits?: Partial<RunLimits>;
  /** By the id of the model, such as "anthropic/claude-sonnet-4-5". A limit of cost needs the price of each model. */
  readonly prices?: Readonly<Record<string, ModelPrice>>;
  readonly context?: Partial<ContextLimits>;
  readonly retry?: Partial<RetryPolicy>;
  /** Which questions of tools a person can answer. Default: forms and links. */
  readonly canAsk?: (kind: Question["kind"]) => boolean;
  readonly clock?: Clock;
  /** From 0 up to 1, for the waits between attempts. */
  readonly random?: () => number;
}

/** For whom a run is, and how it is cancelled. */
export interface RunSettings {
  readonly signal?: AbortSignal;
  /** What tools see of who asks. Default: host "agent", session and thread are the same, principal "user". */
  readonly caller?: Partial<Caller>;
}

/** A run under way. It goes on whether its events are read or not. */
export interface AgentRun extends AsyncIterable<AgentEvent> {
  /** Never rejects: however the run ends, the outcome says so. */
  readonly outcome: Promise<RunOutcome>;
  cancel(): void;
}

/** A model with tools that works until it is done. All it knows of a conversation is in the thread's log. */
export interface Agent {
  /** Gives a thread, old or new, an input. What it still waited for is dropped. */
  run(thread: string, input: string | readonly UserPart[], settings?: RunSettings): AgentRun;
  /** Goes on where the thread stands: after decisions, a crash, a failure, or in another process. */
  resume(thread: string, settings?: RunSettings): AgentRun;
  /** What the thread waits for. */
  asks(thread: string): Promise<readonly PendingAsk[]>;
  /** Records what a person says, by call, in any order and in part. Returns what is still open; `resume` goes on. */
  decide(thread: string, decisions: Readonly<Record<string, AskDecision>>): Promise<readonly PendingAsk[]>;
  /** Ends the run of the thread, or what it waits for. False if there is nothing to end. */
  cancel(thread: string): Promise<boolean>;
  /** Makes a new thread of an old one, up to an entry or the end. */
  fork(thread: string, to: string, upTo?: number): Promise<void>;
}

/** Makes an agent of a model and a kernel. */
export function createAgent(options: AgentOptions): Agent {
  const parts = readOptions(options);
  const { store = createMemoryThreads() } = options;
  const unwritten: UnwrittenEntries = new Map();
  const running = new Map<string, AgentRun>();

  function start(thread: string, input: readonly UserPart[] | undefined, settings: RunSettings = {}): AgentRun {
    const open = () => openThread(store, thread, parts.clock, unwritten);
    const run = startRun(parts, { thread, open, input, settings });
    if (!running.has(thread)) {
      running.set(thread, run);
      void run.outcome.then(() => running.delete(thread));
    }
    return run;
  }

  return {
    run: (thread, input, settings) =>
      start(thread, typeof input === "string" ? [{ type: "text", text: input }] : input, settings),
    resume: (thread, settings) => start(thread, undefined, settings),
    asks: async (thread) => listAsks(foldEntries(await store.read(thread)), parts.kernel),
    async decide(thread, decisions) {
      const open = await openThread(store, thread, parts.clock, unwritten);
      try {
        await open.append(...readDecisions(open.state(), decisions));
        return listAsks(open.state(), parts.kernel);
      } finally {
        await open.close();
      }
    },
    async cancel(thread) {
      const run = running.get(thread);
      if (run !== undefined) {
        run.cancel();
        await run.outcome;
        return true;
      }
      const open = await openThread(store, thread, parts.clock, unwritten);
      try {
        const { end, seq } = open.state();
        if (seq === 0 || (end !== undefined && end.status !== "awaiting")) return false;
        await open.append(...abandonCalls(open.state(), "cancelled"), { type: "ended", end: { status: "cancelled" } });
        return true;
      } finally {
        await open.close();
      }
    },
    fork: (thread, to, upTo = Infinity) => copyThread(store, thread, to, upTo),
  };
}

function readOptions(options: AgentOptions): AgentParts {
  const { model, fallback = [], kernel, system = "", prices = {}, clock = systemClock } = options;
  const models = [readModel(model), ...fallback.map(readModel)] as const;
  const limits = { ...defaultLimits, ...options.limits };
  const unpriced = models.filter(({ id }) => prices[id] === undefined);
  if (limits.costUsd !== Infinity && unpriced.length > 0) {
    const names = unpriced.map(({ id }) => JSON.stringify(id)).join(", ");
    throw new ToolError("unknown_price", `A limit of cost needs the price of each model; \`prices\` lacks ${names}.`);
  }
  const windowTokens = options.context?.windowTokens ?? 128_000;
  if (limits.outputTokens >= windowTokens) {
    throw new RangeError(`outputTokens (${limits.outputTokens}) must leave room in windowTokens (${windowTokens}).`);
  }
  return {
    models: [models[0], ...models.slice(1)],
    kernel,
    system,
    limits,
    prices,
    context: { windowTokens, batchTokens: options.context?.batchTokens ?? Math.floor(windowTokens / 4) },
    retry: { ...defaultRetry, ...options.retry },
    canAsk: options.canAsk ?? ((kind) => kind === "form" || kind === "link"),
    clock,
    random: options.random ?? Math.random,
  };
}

function readModel(model: Model | AiSdkModel): Model {
  return "doStream" in model ? fromAiSdk(model) : model;
}

async function copyThread(store: ThreadStore, from: string, to: string, upTo: number): Promise<void> {
  const entries: readonly LogEntry[] = (await store.read(from)).filter(({ seq }) => seq <= upTo);
  const log = await store.open(to);
  try {
    if (log.entries.length > 0)
      throw new ToolError("thread_exists", `There is a thread ${JSON.stringify(to)} already.`);
    await log.append(entries);
  } finally {
    await log.close();
  }
}
