import type { CallOptions } from "../../call/kernel.ts";
import type { Outcome } from "../../call/outcome.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { OpenCall } from "../log/open-calls.ts";
import { findRule, isSameAsk } from "./consent.ts";
import type { RunParts } from "./run-parts.ts";

/**
 * Calls a tool with what a person has said about the call. The kernel's policy decides anew each time: only if it still asks, and asks
 * the same, does the answer count. So an answer may come days later, and in another process.
 */
export async function callWithConsent(
  parts: RunParts,
  { part, phase }: OpenCall,
  input: unknown,
): Promise<Outcome | "rejected"> {
  const { kernel } = parts;
  const options = callOptions(parts, part.callId);
  const { ask, decision } = ("consent" in phase ? phase.consent : undefined) ?? nothingAsked;
  const answers = decision?.verdict === "answered" ? decision.answers : {};
  if (ask?.kind === "host") throw new TypeError("The host runs this tool, and not the kernel.");
  if (ask?.kind === "questions") {
    return await kernel.call(part.tool, input, { ...options, continues: { answers, state: ask.state } });
  }
  // The handler had begun and stopped at a call of its own: only its own kernel knows where it was.
  const verdict = decision?.verdict === "approved" || decision?.verdict === "rejected" ? decision.verdict : undefined;
  if (ask?.state !== undefined && verdict !== undefined) {
    const approval = { request: ask.request, decision: verdict };
    return await kernel.call(part.tool, input, { ...options, approval, continues: { answers, state: ask.state } });
  }
  if (verdict === "rejected") return "rejected";
  const outcome = await kernel.call(part.tool, input, options);
  if (outcome.status !== "needs_approval" || outcome.state !== undefined) return outcome;
  const isApproved = verdict === "approved" && ask !== undefined && isSameAsk(ask.request, outcome.request);
  const said = isApproved ? "approved" : findRule(parts, outcome.request)?.verdict;
  if (said === undefined) return outcome;
  if (said === "rejected") return "rejected";
  const approval = { request: outcome.request, decision: said };
  return await kernel.call(part.tool, input, { ...options, approval });
}

/** Whether the call would get as far as its tool, with what a person has said to it. */
export async function willRun(parts: RunParts, { part, phase }: OpenCall, input: JsonObject): Promise<boolean> {
  const { kernel, caller } = parts;
  const verdict = "consent" in phase ? phase.consent?.decision.verdict : undefined;
  if (verdict === "rejected") return false;
  const gate = await kernel.preflight(part.tool, input, caller);
  if (gate === undefined) return true;
  if (gate.status !== "needs_approval") return false;
  return verdict !== undefined || findRule(parts, gate.request)?.verdict === "approved";
}

const nothingAsked = { ask: undefined, decision: undefined } as const;

function callOptions({ caller, signal, limits, canAsk, emit }: RunParts, callId: string): CallOptions {
  return {
    caller,
    signal,
    canAsk,
    onProgress: ({ message = "" }) => emit({ type: "call-progress", callId, message }),
    ...(limits.toolMs === Infinity ? {} : { deadlineMs: limits.toolMs }),
  };
}
