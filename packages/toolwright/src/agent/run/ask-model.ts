import type { CallPart, ResponsePart, RunEnd } from "../log/entries.ts";
import type { Model, ModelError } from "../model/model.ts";
import { noAttempts, planRetry } from "../model/retry.ts";
import { askOnce, type Unanswered } from "./ask-once.ts";
import { contextFull, fitContext, writeRequest } from "./fit-context.ts";
import type { RunParts } from "./run-parts.ts";
import { wait } from "./wait.ts";

/** Asks the models in turn until one has answered. Undefined when the answer is in the log; otherwise, how the run ends. */
export async function askModel(parts: RunParts): Promise<RunEnd | undefined> {
  let failure: ModelError | undefined;
  let purpose: "turn" | "retry" = "turn";
  let isCompacted = false;
  for (const model of parts.models) {
    let attempts = noAttempts;
    for (;;) {
      const attempt = await tryOnce(parts, model, purpose);
      purpose = "retry";
      if (attempt.kind === "answered") return undefined;
      if (attempt.kind === "end") return attempt.end;
      failure = attempt.error;
      // The provider knows better than our estimate, once.
      if (failure.kind === "overflow" && !isCompacted) {
        const problem = await fitContext(parts, model, "overflow");
        if (problem?.kind === "end") return problem.end;
        isCompacted = problem === undefined;
        if (problem === undefined) continue;
        failure = problem.error;
      }
      const retry = planRetry(parts.retry, attempts, failure, { now: parts.clock.now(), random: parts.random() });
      if (retry === undefined) break;
      attempts = retry.attempts;
      parts.emit({ type: "retry", model: model.id, waitMs: retry.waitMs, reason: failure.message });
      await wait(parts.clock, retry.waitMs, parts.signal);
    }
  }
  return describeFailure(failure);
}

async function tryOnce(
  parts: RunParts,
  model: Model,
  purpose: "turn" | "retry",
): Promise<Unanswered | { readonly kind: "answered" }> {
  const problem = await fitContext(parts, model, "estimate");
  if (problem !== undefined) return problem;
  const request = writeRequest(parts);
  if (purpose === "turn") {
    parts.emit({ type: "turn", turn: parts.thread.state().run.turns + 1, model: model.id });
  }
  const asked = await askOnce(parts, model, request, purpose);
  if (!("finish" in asked)) return asked;
  const content = renameCalls(asked.content, parts.thread.state().callIds);
  await parts.thread.append({ type: "response", content, finish: asked.finish });
  return { kind: "answered" };
}

/** Small models number their calls anew in each answer; in a thread every call has a name of its own. */
function renameCalls(content: readonly ResponsePart[], known: ReadonlySet<string>): readonly ResponsePart[] {
  const taken = new Set(known);
  return content.map((part) => {
    if (part.type !== "call") return part;
    const callId = freeId(part, taken);
    taken.add(callId);
    return callId === part.callId ? part : { ...part, callId };
  });
}

/** What providers make of ids. The slash stands between the calls of subagents; a model may write anything. */
const usableId = /^(?!.*\/)[!-~]{1,128}$/;

function freeId({ callId }: CallPart, taken: ReadonlySet<string>): string {
  const stem = usableId.test(callId) ? callId : "call";
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

function describeFailure(failure: ModelError | undefined): RunEnd {
  if (failure === undefined) throw new TypeError("An agent needs a model.");
  const { kind, message } = failure;
  if (kind === "overflow") {
    return { status: "failed", code: "context_full", message: `${contextFull} ${message}`, recoverable: false };
  }
  return { status: "failed", code: `model_${kind}`, message, recoverable: kind !== "rejected" };
}
