import type { Clock, Timer } from "../../tool/call-context.ts";
import { deferred } from "../../tool/deferred.ts";
import { isJsonObject } from "../../tool/schema.ts";
import type { TokenUsage } from "../log/entries.ts";
import { type Model, ModelError, type ModelEvent, type ModelRequest } from "./model.ts";

export type ModelAnswer = Extract<ModelEvent, { type: "finish" }>;

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long the model may be silent. */
  readonly stallMs: number;
  readonly onDelta: (event: Exclude<ModelEvent, { type: "finish" }>) => void;
}

/**
 * Reads an answer to its end. Rejects when the signal aborts or the model falls silent, even if the model heeds no signal; and if
 * the stream ends without a finish, since what has arrived may lack its most important half.
 */
export async function readAnswer(
  model: Model,
  request: ModelRequest,
  { signal, clock, stallMs, onDelta }: ReadOptions,
): Promise<ModelAnswer> {
  signal.throwIfAborted();
  const control = new AbortController();
  const stop = deferred<never>();
  stop.promise.catch(() => {});
  const cancel = (): void => stop.reject(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  let heardAt = clock.now();
  let timer: Timer = clock.schedule(stallMs, checkSilence);

  function checkSilence(): void {
    const left = heardAt + stallMs - clock.now();
    if (left <= 0) stop.reject(new ModelError("interrupted", `The model was silent for ${stallMs / 1_000} s.`));
    else timer = clock.schedule(left, checkSilence);
  }

  let events: AsyncIterator<ModelEvent> | undefined;
  try {
    events = model.stream(request, control.signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([events.next(), stop.promise]);
      heardAt = clock.now();
      if (next.done === true) throw new ModelError("interrupted", "The answer ended in the middle.");
      if (next.value.type === "finish") {
        const answer = checkAnswer(next.value);
        await untilOver(events, clock, stop.promise);
        return { ...answer, usage: readUsage(answer.usage) };
      }
      if (next.value.delta !== "") onDelta(next.value);
    }
  } finally {
    timer.cancel();
    signal.removeEventListener("abort", cancel);
    control.abort();
    void leave(events);
  }
}

/** Not waited for: a model that is stuck in its next event would keep us here, and what it throws now is of no interest. */
async function leave(events: AsyncIterator<ModelEvent> | undefined): Promise<void> {
  try {
    await events?.return?.();
  } catch {
    // The answer is there, or its failure is known.
  }
}

/** Models may be written without types, and what is no answer must not get into a log. */
function checkAnswer(answer: ModelAnswer): ModelAnswer {
  const content: unknown = answer.content;
  if (Array.isArray(content) && content.every(isPart)) return answer;
  throw new ModelError("interrupted", "The model's answer has a part that is neither a text nor a call.");
}

function isPart(part: unknown): boolean {
  if (!isJsonObject(part)) return false;
  if (part["type"] === "text" || part["type"] === "reasoning") return typeof part["text"] === "string";
  return part["type"] === "call" && ["callId", "tool", "input"].every((field) => typeof part[field] === "string");
}

/** Longer than a provider needs to close an answer, and shorter than a new connection takes. */
const closingMs = 100;

/** Lets the stream end by itself: a connection whose answer was read to its end serves the next request. */
async function untilOver(events: AsyncIterator<ModelEvent>, clock: Clock, stop: Promise<never>): Promise<void> {
  const late = deferred();
  const timer = clock.schedule(closingMs, late.resolve);
  // The answer is complete, whatever becomes of its stream.
  await Promise.race([events.next(), late.promise, stop]).catch(() => {});
  timer.cancel();
}

/** Counts that cannot be true would switch the limits of tokens and cost off: such a usage counts as not told. */
function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
  if (!isCount(input) || !isCount(output) || !isCount(cacheRead) || !isCount(cacheWrite) || input === 0)
    return undefined;
  // What came from a cache or went there is a part of the input.
  const fromCache = Math.min(cacheRead, input);
  return { input, output, cacheRead: fromCache, cacheWrite: Math.min(cacheWrite, input - fromCache) };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
