import { type Outcome, renderOutcome } from "../../call/outcome.ts";
import type { AnyTool } from "../../tool/tool.ts";
import { isJsonObject } from "../../tool/schema.ts";
import type { Ask, CallPart, CallResult, EntryBody } from "../log/entries.ts";
import { fixedTexts } from "../log/repair.ts";
import type { OpenCall } from "../log/thread-state.ts";
import { callWithConsent } from "./call-with-consent.ts";
import { findRule } from "./consent.ts";
import { fitResult } from "./fit-result.ts";
import { noteRepeats } from "./repeats.ts";
import type { RunParts } from "./run-parts.ts";

/**
 * Finds out which calls need a person, before any of them begins, so that the person is asked once about the whole turn. The calls
 * of an answer that was cut off are not run: what the model wanted to write is not known.
 */
export async function judgeCalls(parts: RunParts, calls: readonly OpenCall[]): Promise<void> {
  const { thread, kernel, caller } = parts;
  const { history, rules } = thread.state();
  const last = history.at(-1);
  if (last?.kind === "response" && last.finish === "length") {
    for (const { part } of calls) await endCall(parts, part, cutOff);
    return;
  }
  const met = await Promise.all(
    calls.map(async ({ part }) => kernel.preflight(part.tool, readArguments(part).input, caller)),
  );
  for (const [index, { part }] of calls.entries()) {
    const outcome = met[index];
    if (outcome?.status !== "needs_approval") continue;
    const rule = findRule(rules, outcome.request);
    if (rule?.verdict === "rejected") await endCall(parts, part, rejectedResult(part.tool));
    else if (rule === undefined) await askAbout(parts, part, readAsk(outcome));
  }
}

/** Runs calls side by side, no more than the limit at once. Each has its result or its question in the log when this resolves. */
export async function runCalls(parts: RunParts, calls: readonly OpenCall[]): Promise<void> {
  const { thread, kernel, limits } = parts;
  const waiting = [...calls];
  await thread.append(...calls.map(({ part }) => startEntry(part, kernel.tool(part.tool))));
  const work = async (): Promise<void> => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) await runCall(parts, call);
  };
  const workers = Array.from({ length: Math.min(limits.parallel, calls.length) }, work);
  // All of them end before a failed write is reported: nothing goes on behind the run's back.
  const failed = (await Promise.allSettled(workers)).find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

function startEntry({ callId }: CallPart, tool: AnyTool | undefined): EntryBody {
  const { readOnly = true, idempotent = true } = tool?.effects ?? {};
  return { type: "call_started", callId, repeatable: readOnly || idempotent };
}

async function runCall(parts: RunParts, call: OpenCall): Promise<void> {
  const { part } = call;
  const title = parts.kernel.tool(part.tool)?.title ?? part.tool;
  parts.emit({ type: "call-start", callId: part.callId, tool: part.tool, title, input: part.input });
  const read = readArguments(part);
  if (read.problem !== undefined) return await endCall(parts, part, failedResult("invalid_input", read.problem));
  const outcome = await callWithConsent(parts, call, read.input);
  if (outcome === "rejected") return await endCall(parts, part, rejectedResult(part.tool));
  if (outcome.status === "needs_approval" || outcome.status === "needs_input") {
    return await askAbout(parts, part, readAsk(outcome));
  }
  await endCall(parts, part, await fitResult(parts, part, describeOutcome(parts, outcome)));
}

async function endCall(parts: RunParts, part: CallPart, ended: CallResult): Promise<void> {
  const { thread, emit, limits } = parts;
  const result = noteRepeats(thread.state().history, part, ended, limits.repeats);
  await thread.append({ type: "call_ended", callId: part.callId, result });
  const { status, text, durationMs } = result;
  emit({ type: "call-end", callId: part.callId, tool: part.tool, status, text, durationMs });
}

async function askAbout(parts: RunParts, part: CallPart, ask: Ask): Promise<void> {
  await parts.thread.append({ type: "asked", callId: part.callId, ask });
  const title = parts.kernel.tool(part.tool)?.title ?? part.tool;
  parts.emit({ type: "asked", ask: { callId: part.callId, tool: part.tool, title, ask } });
}

function readAsk(outcome: Extract<Outcome, { status: "needs_approval" | "needs_input" }>): Ask {
  const { error, state } = outcome;
  const more = { message: error.message, ...(state === undefined ? {} : { state }) };
  return outcome.status === "needs_approval"
    ? { kind: "approval", request: outcome.request, ...more }
    : { kind: "questions", questions: outcome.questions, ...more };
}

interface Arguments {
  readonly input: unknown;
  /** Why the text of the model is not an input at all. */
  readonly problem?: string;
}

function readArguments({ tool, input }: CallPart): Arguments {
  // Some models leave out what is empty.
  if (input.trim() === "") return { input: {} };
  try {
    const parsed: unknown = JSON.parse(input);
    if (isJsonObject(parsed)) return { input: parsed };
    return { input: {}, problem: `${tool} was not run: its arguments must be a JSON object.` };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return {
      input: {},
      problem: `${tool} was not run: its arguments are not valid JSON (${detail}). Write them again.`,
    };
  }
}

function describeOutcome(
  { signal }: RunParts,
  outcome: Exclude<Outcome, { status: "needs_approval" | "needs_input" }>,
): CallResult {
  const { status, durationMs } = outcome;
  if (status === "ok") {
    const attachments = outcome.attachments === undefined ? {} : { attachments: outcome.attachments };
    return { status, text: renderOutcome(outcome), isError: false, durationMs, ...attachments };
  }
  const text = renderOutcome(outcome);
  const timedOut = `${fixedTexts.timedOut} ${text}`;
  if (status === "timed_out" || status === "stalled") return { status, text: timedOut, isError: true, durationMs };
  if (status !== "cancelled" || !signal.aborted) return { status, text, isError: true, durationMs };
  if (isTimeOver(signal)) return { status: "timed_out", text: timedOut, isError: true, durationMs };
  return { status, text: fixedTexts.cancelled, isError: false, durationMs };
}

/** Why the run was aborted: its time, or a person. */
export function isTimeOver({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === "TimeoutError";
}

function failedResult(status: string, text: string): CallResult {
  return { status, text, isError: true, durationMs: 0 };
}

function rejectedResult(tool: string): CallResult {
  return failedResult("denied", `A person rejected this call of ${tool}. Do not repeat it unasked.`);
}

const cutOff = failedResult(
  "not_run",
  "Not run: your answer was cut off at its longest, so that this call may lack a part. Make fewer calls at once, or shorter ones.",
);
