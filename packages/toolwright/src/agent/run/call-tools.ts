import type { AnyTool } from "../../tool/tool.ts";
import type { CallPart, EntryBody } from "../log/entries.ts";
import type { OpenCall } from "../log/open-calls.ts";
import { delegateCall } from "../subagents/delegate.ts";
import { detachedResult, endsWithin, fullResult } from "./background.ts";
import { callWithConsent, willRun } from "./call-with-consent.ts";
import { describeResult, failedResult, readArguments, readAsk, rejectedResult } from "./call-results.ts";
import { askAbout, endCall, releaseResult, returnResult } from "./end-call.ts";
import { findTool, readHostCall, readHostResult } from "./host-tools.ts";
import type { RunParts } from "./run-parts.ts";
import type { ObservedCall } from "./telemetry.ts";

/** Runs calls side by side, no more than the limit at once. Each has its result or its question in the log when this resolves. */
export async function runCalls(parts: RunParts, calls: readonly OpenCall[]): Promise<void> {
  const { thread, limits } = parts;
  const long = new Set<OpenCall>();
  for (const call of calls) if (await mayTakeLong(parts, call)) long.add(call);
  const waiting = calls.filter((call) => !long.has(call));
  const started = waiting.filter((call) => !isReturned(call));
  if (started.length > 0) await thread.append(...started.map(({ part }) => startEntry(parts, part)));
  const attended = await attendAll(parts, [...long]);
  const work = async (): Promise<void> => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) await runCall(parts, call);
  };
  const workers = Array.from({ length: Math.min(limits.parallel, waiting.length) }, work);
  // All of them end before a failed write is reported: nothing goes on behind the run's back.
  const failed = (await Promise.allSettled([...workers, ...attended])).find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** The thread of a subagent goes on where it stands, and decides about each of its own calls. */
function startEntry({ kernel, subagents }: RunParts, { callId, tool }: CallPart): EntryBody {
  if (subagents.has(tool)) return { type: "call_started", callId, repeatable: true, by: "subagent" };
  return { type: "call_started", callId, repeatable: isRepeatable(kernel.tool(tool)) };
}

function isRepeatable(tool: AnyTool | undefined): boolean {
  const { readOnly = true, idempotent = true } = tool?.effects ?? {};
  return readOnly || idempotent;
}

/** Nothing has to be run: the tool has ended before, or the host has run it. */
function isReturned({ phase }: OpenCall): boolean {
  return phase.kind === "returned" || (phase.kind === "decided" && phase.consent.ask.kind === "host");
}

async function runCall(parts: RunParts, call: OpenCall): Promise<void> {
  const { phase } = call;
  if (phase.kind === "returned") return await releaseResult(parts, call, phase.result);
  if (phase.kind === "decided" && phase.consent.decision.verdict === "result") {
    return await returnResult(parts, call, readHostResult(parts, phase.consent.decision));
  }
  announce(parts, call);
  await finishCall(parts, call);
}

function announce(parts: RunParts, { part, prepared }: OpenCall): void {
  const { callId, tool } = part;
  const title = findTool(parts, tool)?.title ?? tool;
  parts.emit({ type: "call-start", callId, tool, title, input: prepared?.input ?? part.input });
}

/** Calls the tool and writes what came of it: a result, or a question. */
async function finishCall(parts: RunParts, call: OpenCall): Promise<void> {
  const { part } = call;
  const read = readArguments(call);
  if (read.problem !== undefined) return await endCall(parts, call, failedResult("invalid_input", read.problem));
  const subagent = parts.subagents.get(part.tool);
  if (subagent !== undefined) return await delegateCall(parts, call, subagent, read.input);
  const work = () => callWithConsent(parts, call, read.input);
  const outcome = await (parts.telemetry?.call(describeCall(parts, part, read.input), work) ?? work());
  if (outcome === "rejected") return await endCall(parts, call, rejectedResult(part.tool, rejectionReason(call)));
  if (outcome.status === "needs_approval" || outcome.status === "needs_input") {
    return await askAbout(parts, call, readAsk(outcome));
  }
  await returnResult(parts, call, describeResult(outcome, parts.signal, isRepeatable(parts.kernel.tool(part.tool))));
}

function rejectionReason({ phase }: OpenCall): string | undefined {
  const decision = "consent" in phase ? phase.consent?.decision : undefined;
  return decision?.verdict === "rejected" ? decision.reason : undefined;
}

function describeCall({ kernel }: RunParts, { callId, tool }: CallPart, input: unknown): ObservedCall {
  return { callId, tool, description: kernel.tool(tool)?.description, input };
}

/** Only a call whose tool would begin: a refusal is told at once. */
async function mayTakeLong(parts: RunParts, call: OpenCall): Promise<boolean> {
  if (parts.kernel.tool(call.part.tool)?.longRunning !== true || isReturned(call)) return false;
  const { input, problem } = readArguments(call);
  return problem === undefined && (await willRun(parts, call, input));
}

/** Starts calls that may go on beside the loop, no more than the limit; each promise resolves when the loop need not wait for its call. */
async function attendAll(parts: RunParts, calls: readonly OpenCall[]): Promise<readonly Promise<void>[]> {
  const { thread, limits } = parts;
  const room = Math.max(0, limits.parallel - thread.state().background.length);
  const started = calls.slice(0, room);
  const entries = started.map(({ part }) =>
    limits.detachMs === 0 ? detachEntry(parts, part) : startEntry(parts, part),
  );
  if (entries.length > 0) await thread.append(...entries);
  const attended = started.map((call) => attend(parts, call));
  for (const call of calls.slice(room)) await endCall(parts, call, fullResult(limits.parallel));
  return attended;
}

/** Most calls end soon, and no turn is spent on waiting for them. Of any other the model is told that it goes on. */
async function attend(parts: RunParts, call: OpenCall): Promise<void> {
  const { thread, clock, limits, background, signal } = parts;
  const { callId } = call.part;
  announce(parts, call);
  const ended = background.start(callId, (stop) => finishCall({ ...parts, signal: stop }, call));
  if (limits.detachMs > 0) {
    if ((await endsWithin(clock, limits.detachMs, ended)) || signal.aborted) return await ended;
    let isDetached = false;
    await thread.appendNext(({ calls }) => {
      // It may have ended in between, or a hook may be looking at its result.
      isDetached = calls.some(({ part, phase }) => part.callId === callId && phase.kind === "started");
      return isDetached ? [detachEntry(parts, call.part)] : [];
    });
    if (!isDetached) return await ended;
  }
  const { tool } = call.part;
  parts.emit({ type: "call-detached", callId, tool, title: findTool(parts, tool)?.title ?? tool });
}

function detachEntry({ kernel }: RunParts, { callId, tool }: CallPart): EntryBody {
  const repeatable = isRepeatable(kernel.tool(tool));
  return { type: "call_detached", callId, repeatable, result: detachedResult(callId) };
}

/** Takes up calls that went on beside a run that was cut off, or that a person has decided about. */
export async function restartCalls(parts: RunParts, calls: readonly OpenCall[]): Promise<void> {
  for (const call of calls) {
    const { part, phase } = call;
    if (phase.kind === "returned") {
      const { result } = phase;
      void parts.background.start(part.callId, (signal) => releaseResult({ ...parts, signal }, call, result));
      continue;
    }
    await parts.thread.append(startEntry(parts, part));
    announce(parts, call);
    void parts.background.start(part.callId, (signal) => finishCall({ ...parts, signal }, call));
  }
}

/** Hands calls over to the host. What is wrong with an input is told to the model, and the host never sees it. */
export async function askHost(parts: RunParts, calls: readonly OpenCall[]): Promise<void> {
  for (const call of calls) {
    const tool = parts.hostTools.get(call.part.tool);
    const { input, problem } = readArguments(call);
    const ask = problem ?? (tool === undefined ? "There is no such tool." : await readHostCall(tool, input));
    if (typeof ask === "string") await endCall(parts, call, failedResult("invalid_input", ask));
    else await askAbout(parts, call, ask);
  }
}
