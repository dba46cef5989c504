import type { AnyKernel, Kernel } from "../call/kernel.ts";
import { type Clock, systemClock } from "../tool/call-context.ts";
import type { Question } from "../tool/question.ts";
import type { AnyTool } from "../tool/tool.ts";
import { isJsonObject } from "../tool/schema.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { ThreadStore } from "./log/thread-store.ts";
import { type AiSdkModel, readModel } from "./model/ai-sdk.ts";
import type { Model } from "./model/model.ts";
import { defaultRetry, type RetryPolicy } from "./model/retry.ts";
import type { AgentHooks } from "./run/hooks.ts";
import { readHostTools } from "./run/host-tools.ts";
import { type ModelPrice, readLimits, type RunLimits } from "./run/limits.ts";
import { type AgentParts, type ContextLimits, findUnpriced, readContext } from "./run/run-parts.ts";
import type { AgentTelemetry } from "./run/telemetry.ts";
import type { CallOf, HostTool } from "./run/tool-types.ts";
import { readSubagents } from "./subagents/read-subagents.ts";
import type { Subagent, SubagentTool } from "./subagents/subagent.ts";

/** What an agent is made of. Model and kernel are enough. */
export interface AgentOptions<
  Tools extends readonly AnyTool[] = readonly AnyTool[],
  Host extends readonly HostTool[] = readonly HostTool[],
  Below extends string = never,
> {
  /** Of any AI SDK provider, or one of your own. */
  readonly model: Model | AiSdkModel;
  /** Asked in this order when a model cannot answer. */
  readonly fallback?: readonly (Model | AiSdkModel)[];
  /** Its tools are the agent's, its policy decides about each call. */
  readonly kernel: Kernel<Tools> | AnyKernel;
  /** Tools that the host runs itself: the run ends as `awaiting`, and the result comes by `decide`. */
  readonly hostTools?: Host;
  /** Other agents to which the model can give tasks, as if they were tools. They have this agent's kernel, hooks and limits. */
  readonly subagents?: readonly Subagent<Below, NoInfer<Tools[number]["name"] | Host[number]["name"] | Below>>[];
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
  readonly hooks?: AgentHooks<CallOf<Tools[number] | Host[number] | SubagentTool<Below>>>;
  /** Which questions of tools a person can answer. Default: forms and links. */
  readonly canAsk?: (kind: Question["kind"]) => boolean;
  /** Watches runs, model calls and tool calls. Default: nothing is watched. */
  readonly telemetry?: AgentTelemetry;
  readonly clock?: Clock;
  /** From 0 up to 1, for the waits between attempts. */
  readonly random?: () => number;
}

/** Options whose names are not known to the compiler. */
export type AnyOptions = AgentOptions<readonly AnyTool[], readonly HostTool[], string>;

/** The options with every default filled in, checked together. */
export function readOptions(options: AnyOptions, open: AgentParts["open"]): AgentParts {
  const { model, fallback = [], kernel, system = "", prices = {}, clock = systemClock, telemetry } = options;
  const read = (each: Model | AiSdkModel): Model => telemetry?.model(readModel(each)) ?? readModel(each);
  const limits = readLimits(options.limits);
  checkKernel(kernel);
  const agent: AgentParts = {
    models: [read(model), ...fallback.map(read)],
    kernel,
    hostTools: readHostTools(options.hostTools ?? [], kernel),
    subagents: new Map(),
    hooks: options.hooks ?? {},
    system,
    limits,
    prices,
    context: readContext(limits, options.context),
    retry: { ...defaultRetry, ...options.retry },
    telemetry,
    canAsk: options.canAsk ?? ((kind) => kind === "form" || kind === "link"),
    clock,
    random: options.random ?? Math.random,
    open,
  };
  const parts = { ...agent, subagents: readSubagents(options.subagents ?? [], agent, read) };
  checkPrices(parts);
  return parts;
}

/** Programs without types pass the tools themselves, or nothing. */
function checkKernel(kernel: unknown): void {
  if (isJsonObject(kernel) && typeof kernel["call"] === "function" && typeof kernel["list"] === "function") return;
  throw new TypeError(
    "An agent needs `kernel`, made of the tools: createAgent({ model, kernel: createKernel({ tools }) }).",
  );
}

function checkPrices(agent: AgentParts): void {
  for (const [id, price] of Object.entries(agent.prices)) {
    for (const [field, dollars] of Object.entries(price)) {
      if (dollars === undefined || (Number.isFinite(dollars) && dollars >= 0)) continue;
      throw new RangeError(
        `\`prices\` has ${field}: ${String(dollars)} for ${JSON.stringify(id)}; expected US dollars for a million tokens, from 0 up.`,
      );
    }
  }
  const limits = [agent, ...[...agent.subagents.values()].map((each) => each.agent)].map((each) => each.limits.costUsd);
  const unpriced = findUnpriced(agent);
  if (limits.every((costUsd) => costUsd === Infinity) || unpriced.length === 0) return;
  const names = unpriced.map((id) => JSON.stringify(id)).join(", ");
  throw new ToolError("unknown_price", `A limit of cost needs the price of each model; \`prices\` lacks ${names}.`);
}
