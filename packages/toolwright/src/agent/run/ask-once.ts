import type { RequestPurpose, ResponsePart, RunEnd, TokenUsage } from "../log/entries.ts";
import { nothingUsed, type Reservation } from "../log/run-totals.ts";
import { readModelError } from "../model/ai-sdk-errors.ts";
import { type Model, ModelError, type ModelRequest } from "../model/model.ts";
import { type ModelAnswer, readAnswer } from "../model/read-answer.ts";
import { costOf, findReachedLimit, limitsFor, reserve } from "./limits.ts";
import type { RunParts } from "./run-parts.ts";
import { estimateTokens } from "./write-history.ts";

/** Why there is no answer: the run has to end, or the model call has failed. */
export type Unanswered =
  | { readonly kind: "end"; readonly end: RunEnd }
  | { readonly kind: "failed"; readonly error: ModelError };

/** One model call with its limits, its reservation and its usage in the log: the answer, or how it failed. */
export async function askOnce(
  parts: RunParts,
  model: Model,
  request: ModelRequest,
  purpose: RequestPurpose,
): Promise<ModelAnswer | Unanswered> {
  const { thread, limits, clock, above } = parts;
  const { reservation, end } = planCall(parts, model, request, purpose);
  const { inputTokens } = reservation;
  if (end !== undefined) return { kind: "end", end };
  const id = crypto.randomUUID();
  const refused = await above.reserve(id, purpose, reservation);
  if (refused !== undefined) return { kind: "end", end: refused };
  let began = false;
  await thread.append({ type: "request", purpose, model: model.id, ...reservation });
  try {
    const answer = await readAnswer(model, request, {
      signal: parts.signal,
      clock,
      stallMs: limits.modelStallMs,
      onDelta(event) {
        began = true;
        if (purpose !== "summary") parts.emit(event);
      },
    });
    await settle(parts, model, id, answer.usage ?? estimateUsage(inputTokens, answer.content));
    return isEmpty(answer) ? { kind: "failed", error: new ModelError("interrupted", "The answer was empty.") } : answer;
  } catch (error) {
    if (parts.signal.aborted || isStoreFailure(error)) throw error;
    const failure = readModelError(error, began, clock.wallTime());
    // What a provider has refused costs nothing; what was cut off may cost all that was reserved.
    if (failure.kind !== "interrupted") await settle(parts, model, id, nothingUsed);
    return { kind: "failed", error: failure };
  }
}

/** What the call may cost, and how the run ends if that does not fit. */
export function planCall(
  { thread, limits, prices }: RunParts,
  model: Model,
  request: ModelRequest,
  purpose: RequestPurpose,
): { readonly reservation: Reservation; readonly end: RunEnd | undefined } {
  const { run, tokenRatio } = thread.state();
  const inputTokens = Math.ceil(estimateTokens(request) * tokenRatio);
  const reservation = reserve(inputTokens, request.maxOutputTokens, prices[model.id]);
  return { reservation, end: findReachedLimit(limitsFor(limits, purpose), run, reservation) };
}

async function settle(parts: RunParts, model: Model, request: string, usage: TokenUsage): Promise<void> {
  const { thread, prices, emit, above } = parts;
  const price = prices[model.id];
  const costUsd = costOf(usage, price);
  await thread.append({ type: "usage", tokens: usage, costUsd });
  await above.settle(request, usage, costUsd);
  if (usage !== nothingUsed)
    emit({ type: "usage", model: model.id, usage, costUsd: price === undefined ? undefined : costUsd });
}

function estimateUsage(input: number, content: readonly ResponsePart[]): TokenUsage {
  return { ...nothingUsed, input, output: Math.ceil(JSON.stringify(content).length / 3) };
}

function isEmpty({ content, finish }: ModelAnswer): boolean {
  if (finish === "refused" || finish === "length") return false;
  return !content.some((part) => part.type === "call" || (part.type === "text" && part.text.trim() !== ""));
}

function isStoreFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "store_failed";
}
