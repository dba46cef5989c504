import type { AnyKernel, Kernel } from "../call/kernel.ts";
import { type Caller, type Clock, systemClock } from "../tool/call-context.ts";
import type { Question } from "../tool/question.ts";
import type { AnyTool } from "../tool/tool.ts";
import { errorCode, ToolError } from "../tool/tool-error.ts";
import type { AskDecision, InputPattern, LogEntry, UserPart } from "./log/entries.ts";
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
import type { AgentHooks } from "./run/hooks.ts";
import { readMessage } from "./run/ask-hook.ts";
import type { CallOf, HostTool, NamedTool } from "./run/tool-types.ts";
import { readHostTools } from "./run/host-tools.ts";
import { noRun } from "./run/inbox.ts";
import { defaultLimits, type ModelPrice, type RunLimits } from "./run/limits.ts";
import type { AgentParts, ContextLimits } from "./run/run-parts.ts";
import { startRun } from "./run/start-run.ts";
import type { AgentTelemetry } from "./run/telemetry.ts";

/** What an agent is made of. Model and kernel are enough. */
export interface AgentOptions<
  Tools extends readonly AnyTool[] = readonly AnyTool[],
  Host extends readonly HostTool[] = readonly HostTool[],
> {
  /** Of any AI SDK provider, or one of your own. */
  readonly model: Model | AiSdkModel;
  /** Asked in this order when a model cannot answer. */
  readonly fallback?: readonly (Model | AiSdkModel)[];
  /** Its tools are the agent's, its policy decides about each call. */
  readonly kernel: Kernel<Tools> | AnyKernel;
  /** Tools that the host runs itself: the run ends as `awaiting`, and the result comes by `decide`. */
  readonly hostTools?: Host;
  /** Where threads are kept. Default: in memory, until the process ends. */
  readonly store?: ThreadStore;
  /** What the model is told first, in every call the same. */
  readonly system?: string;
  readonly limits?: Partial<RunLimits>;
  /** By the id of the model, such as "anthropic/claude-sonnet-4-5". A limit of cost needs the price of each model. */
  readonly prices?: Readonly<Record<string, ModelPrice>>;
  readonly context?: Partial<ContextLimits>;
  readonly retry?: Partial<RetryPolicy>;
  /** The application's own checks of calls, results, turns and answers. */
  readonly hooks?: AgentHooks<CallOf<Tools[number] | Host[number]>>;
  /** Which questions of tools a person can answer. Default: forms and links. */
  readonly canAsk?: (kind: Question["kind"]) => boolean;
  /** Watches runs, model calls and tool calls. Default: nothing is watched. */
  readonly telemetry?: AgentTelemetry;
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
export interface AgentRun<Name extends string = string> extends AsyncIterable<AgentEvent<Name>> {
  /** Never rejects: however the run ends, the outcome says so. */
  readonly outcome: Promise<RunOutcome<Name>>;
  cancel(): void;
  /**
   * Tells the model something between two turns, behind all results; if it had come to its last words, the run goes on. Resolves when
   * it is in the log. Rejects with `no_run` when the run is over.
   */
  steer(input: string | readonly UserPart[]): Promise<void>;
}

/** A remembered decision about one of the tools; `input` as in `InputPattern`. */
export type RulePattern<Tool extends NamedTool> = Tool extends NamedTool
  ? string extends Tool["name"]
    ? InputPattern
    : {
        readonly tool?: Tool["name"];
        readonly input: { readonly [Field in keyof CallOf<Tool>["input"]]: CallOf<Tool>["input"][Field] | string };
      }
  : never;

/** A model with tools that works until it is done. All it knows of a conversation is in the thread's log. */
export interface Agent<Tool extends NamedTool = NamedTool> {
  /** Gives a thread, old or new, an input. What it still waited for is dropped. */
  run(thread: string, input: string | readonly UserPart[], settings?: RunSettings): AgentRun<Tool["name"]>;
  /** Goes on where the thread stands: after decisions, a crash, a failure, or in another process. */
  resume(thread: string, settings?: RunSettings): AgentRun<Tool["name"]>;
  /** As `steer` of the thread's run in this process. */
  steer(thread: string, input: string | readonly UserPart[]): Promise<void>;
  /** What the thread waits for. */
  asks(thread: string): Promise<readonly PendingAsk<Tool["name"]>[]>;
  /** Records what a person or the host says, by call, in any order and in part. Returns what is still open; `resume` goes on. */
  decide(
    thread: string,
    decisions: Readonly<Record<string, AskDecision<RulePattern<Tool>>>>,
  ): Promise<readonly PendingAsk<Tool["name"]>[]>;
  /** Ends the run of the thread, or what it waits for. False if there is nothing to end. */
  cancel(thread: string): Promise<boolean>;
  /** Makes a new thread of an old one, up to an entry or the end. */
  fork(thread: string, to: string, upTo?: number): Promise<void>;
}

/** Makes an agent of a model and a kernel. With a `Kernel`, the names of its tools are known to the compiler. */
export function createAgent<
  const Tools extends readonly AnyTool[] = readonly AnyTool[],
  const Host extends readonly HostTool[] = readonly [],
>(options: AgentOptions<Tools, Host>): Agent<Tools[number] | Host[number]>;
export function createAgent(options: AgentOptions): Agent {
  const parts = readOptions(options);
  const { store = createMemoryThreads() } = options;
  const unwritten: UnwrittenEntries = new Map();
  const running = new Map<string, ReturnType<typeof startRun>>();
  const openHere = (thread: string) => openThread(store, thread, parts.clock, unwritten);

  function start(thread: string, input: readonly UserPart[] | undefined, settings: RunSettings = {}): AgentRun {
    const begin = () => startRun(parts, { thread, open: () => openHere(thread), input, settings });
    const run = parts.telemetry === undefined ? begin() : parts.telemetry.run({ thread }, begin);
    if (!running.has(thread)) {
      running.set(thread, run);
      void run.outcome.then(() => running.delete(thread));
    }
    const { inbox, ...shown } = run;
    return { ...shown, steer: (said) => inbox.append(() => [{ type: "steered", content: readMessage(said) }]) };
  }

  /** A run that is under way takes decisions too, so that nobody has to wait for what goes on beside it. */
  async function decideInRun(thread: string, decisions: Readonly<Record<string, AskDecision>>): Promise<boolean> {
    const run = running.get(thread);
    if (run === undefined) return false;
    try {
      await run.inbox.append((state) => readDecisions(state, decisions));
      return true;
    } catch (error) {
      if (errorCode(error) !== "no_run") throw error;
      await run.outcome;
      return false;
    }
  }

  return {
    run: (thread, input, settings) => start(thread, readMessage(input), settings),
    resume: (thread, settings) => start(thread, undefined, settings),
    async steer(thread, input) {
      const run = running.get(thread);
      if (run === undefined) throw noRun(thread);
      await run.inbox.append(() => [{ type: "steered", content: readMessage(input) }]);
    },
    asks: async (thread) => listAsks(foldEntries(await store.read(thread)), parts),
    async decide(thread, decisions) {
      if (await decideInRun(thread, decisions)) return listAsks(foldEntries(await store.read(thread)), parts);
      const open = await openHere(thread);
      try {
        await open.append(...readDecisions(open.state(), decisions));
        return listAsks(open.state(), parts);
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
      const open = await openHere(thread);
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
  const { telemetry } = options;
  const read = (each: Model | AiSdkModel): Model => telemetry?.model(readModel(each)) ?? readModel(each);
  const models = [read(model), ...fallback.map(read)] as const;
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
    hostTools: readHostTools(options.hostTools ?? [], kernel),
    hooks: options.hooks ?? {},
    system,
    limits,
    prices,
    context: { windowTokens, batchTokens: options.context?.batchTokens ?? Math.floor(windowTokens / 4) },
    retry: { ...defaultRetry, ...options.retry },
    telemetry,
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
