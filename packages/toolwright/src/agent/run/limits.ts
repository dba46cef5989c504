import type { RequestPurpose, RunEnd, StopReason, TokenUsage } from "../log/entries.ts";
import type { Reservation, RunTotals } from "../log/run-totals.ts";

/** What a run may use up. A limit is checked before the call that would pass it. */
export interface RunLimits {
  /** Model calls. Default: 50. */
  readonly turns: number;
  /** Tokens of all model calls, read and written. Default: no limit. */
  readonly tokens: number;
  /** Needs the price of every model. Default: no limit. */
  readonly costUsd: number;
  /** From the start of `run` or `resume`; the wait for a person between them is not counted. Default: no limit. */
  readonly timeMs: number;
  /** How often the same call may bring the same result before the model is told; two more, and the run stops. Default: 3. */
  readonly repeats: number;
  /** The most that a model may write in one answer. Default: 8,192, or a quarter of `tokens` if that is less. */
  readonly outputTokens: number;
  /** Less time for each call than its tool allows. Default: what the tool allows. */
  readonly toolMs: number;
  /** How many calls that only read run side by side. Default: 8. */
  readonly parallel: number;
  /** How long the loop waits for a call of a tool with `longRunning` before it goes on without it. Default: 10 s. */
  readonly detachMs: number;
  /** How long a model may be silent before its answer counts as cut off. Default: 2 minutes. */
  readonly modelStallMs: number;
  /** Before turns, tokens, cost or a loop stop the run, one short answer without tools is asked for, if it still fits. Default: false. */
  readonly lastAnswer: boolean;
  /** Subagents of a run, those below others included. Default: 16. */
  readonly subagents: number;
  /** How far subagents may stand below the agent: 1 means that they have none of their own. Default: 2. */
  readonly subagentDepth: number;
}

export const defaultLimits: RunLimits = {
  turns: 50,
  tokens: Infinity,
  costUsd: Infinity,
  timeMs: Infinity,
  repeats: 3,
  outputTokens: 8_192,
  toolMs: Infinity,
  parallel: 8,
  detachMs: 10_000,
  modelStallMs: 120_000,
  lastAnswer: false,
  subagents: 16,
  subagentDepth: 2,
};

/** The limits with every default. One that is misspelt or no number would not hold, and nobody would see it. */
export function readLimits(given: Partial<RunLimits> = {}, defaults: RunLimits = defaultLimits): RunLimits {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    if (!(name in defaultLimits)) {
      const known = Object.keys(defaultLimits).join(", ");
      throw new RangeError(`There is no limit ${JSON.stringify(name)}; there are ${known}.`);
    }
    // With room for no call at all, a run would never get on.
    const least = name === "parallel" ? 1 : 0;
    const isValid = name === "lastAnswer" ? typeof value === "boolean" : typeof value === "number" && value >= least;
    if (isValid) continue;
    const expected = name === "lastAnswer" ? "true or false" : `a number from ${least} up`;
    throw new RangeError(`The limit ${name} must be ${expected}; got ${JSON.stringify(value)}.`);
  }
  // Every answer is reserved whole: one of the default length would not fit into a small limit at all.
  const share = given.tokens === undefined ? Infinity : Math.floor(given.tokens / 4);
  const outputTokens = Math.min(defaults.outputTokens, share);
  return { ...defaults, outputTokens, ...Object.fromEntries(set) };
}

/** Only turns count as turns. */
export function limitsFor(limits: RunLimits, purpose: RequestPurpose): RunLimits {
  return purpose === "turn" ? limits : { ...limits, turns: Infinity };
}

/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Default: as `input`. */
  readonly cacheRead?: number;
  /** Default: as `input`. */
  readonly cacheWrite?: number;
}

/** What a model call may cost at most: nothing comes from a cache, and everything is written to it. */
export function reserve(inputTokens: number, outputTokens: number, price: ModelPrice | undefined): Reservation {
  const { input, output, cacheWrite = 0 } = price ?? freeOfCharge;
  const costUsd = (inputTokens * Math.max(input, cacheWrite) + outputTokens * output) / 1e6;
  return { inputTokens, outputTokens, costUsd };
}

export function costOf(usage: TokenUsage, price: ModelPrice | undefined): number {
  const { input, output, cacheRead = input, cacheWrite = input } = price ?? freeOfCharge;
  const fresh = Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite);
  return (fresh * input + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite + usage.output * output) / 1e6;
}

const freeOfCharge: ModelPrice = { input: 0, output: 0 };

/** How the run ends if the next model call could pass a limit; undefined if it fits. */
export function findReachedLimit(limits: RunLimits, run: RunTotals, next: Reservation): RunEnd | undefined {
  const { usage, reserved } = run;
  if (run.turns >= limits.turns) return stopped("turns", `The run has had its ${limits.turns} turns.`);
  const tokens = usage.input + usage.output + reserved.inputTokens + reserved.outputTokens;
  const nextTokens = next.inputTokens + next.outputTokens;
  if (tokens + nextTokens > limits.tokens) {
    return stopped(
      "tokens",
      `${tokens} of ${limits.tokens} tokens are used, and the next turn may take ${nextTokens}: ${next.inputTokens} to read and up to ${next.outputTokens} to write.`,
    );
  }
  const cost = run.costUsd + reserved.costUsd;
  if (cost + next.costUsd > limits.costUsd) {
    const amounts = [cost, limits.costUsd, next.costUsd].map((usd) => `$${usd.toFixed(4)}`);
    return stopped("cost", `${amounts[0]} of ${amounts[1]} are spent, and the next answer may cost ${amounts[2]}.`);
  }
  return undefined;
}

export function stopped(why: StopReason, message: string): RunEnd {
  return { status: "stopped", why, message };
}
