import { errorCode } from "../../tool/tool-error.ts";
import type { RunEnd, UserPart } from "../log/entries.ts";
import { abandonCalls, type RepairedCall } from "../log/repair.ts";
import type { SubagentDecision } from "../log/open-calls.ts";
import type { ThreadState } from "../log/thread-state.ts";
import { askModel } from "./ask-model.ts";
import { beginRun, closeCalls } from "./begin-run.ts";
import { isTimeOver } from "./call-results.ts";
import { askHost, restartCalls, runCalls } from "./call-tools.ts";
import { takeDecisions } from "./decide.ts";
import { deliverEntries, describeMessage } from "./deliver.ts";
import { findTool } from "./host-tools.ts";
import { judgeCalls } from "./judge-calls.ts";
import { beginLastAnswer, giveLastAnswer } from "./last-answer.ts";
import { stopped } from "./limits.ts";
import { nextStep, nothingToDo, type RunStep, type StepFacts } from "./next-step.ts";
import { longestRepeat } from "./repeats.ts";
import { clearTurn, reviewResponse } from "./review.ts";
import type { RunParts } from "./run-parts.ts";

/** Runs a thread from where its log ends to an end of its own. Whatever happens, there is exactly one, and the log has it. */
export async function runThread(
  parts: RunParts,
  input: readonly UserPart[] | undefined,
  decisions: readonly SubagentDecision[] = [],
): Promise<RunEnd> {
  const { thread } = parts;
  try {
    await beginRun(parts, input);
    await thread.appendNext((state) => takeDecisions(state, decisions));
    parts.inbox.open(thread);
    const { end } = thread.state();
    // What is over is not over once more.
    if (input === undefined && (end?.status === "done" || end?.status === "refused")) {
      return thread.state().seq === 0 ? nothingToDo : end;
    }
    return await finish(parts, await takeSteps(parts));
  } catch (error) {
    return await finish(parts, describeStop(parts, error));
  }
}

async function takeSteps(parts: RunParts): Promise<RunEnd> {
  const { thread, signal, background, inbox } = parts;
  const judged = new Set<string>();
  const facts = readFacts(parts, judged);
  for (;;) {
    background.check();
    const step = nextStep(thread.state(), facts);
    // An answer that is complete is not taken back by a cancel.
    if (step.kind !== "end" || step.end.status === "awaiting") signal.throwIfAborted();
    if (step.kind !== "end") {
      const end = await takeStep(parts, step, judged);
      if (end !== undefined) return end;
      continue;
    }
    // Somebody is saying something at this moment.
    const pending = thread.pending();
    if (pending !== undefined) {
      await pending;
      continue;
    }
    inbox.close();
    return step.end;
  }
}

function readFacts(parts: RunParts, judged: ReadonlySet<string>): StepFacts {
  const { hostTools, hooks, background } = parts;
  return {
    judged,
    // A tool that does not exist changes nothing.
    isReadOnly: (tool) => !hostTools.has(tool) && (findTool(parts, tool)?.effects.readOnly ?? true),
    isOfHost: (tool) => hostTools.has(tool),
    isRunning: background.isRunning,
    reviews: hooks.onResponse !== undefined,
    clears: hooks.beforeModel !== undefined,
  };
}

/** Undefined if the run goes on. */
async function takeStep(
  parts: RunParts,
  step: Exclude<RunStep, { kind: "end" }>,
  judged: Set<string>,
): Promise<RunEnd | undefined> {
  switch (step.kind) {
    case "review":
      await reviewResponse(parts);
      return undefined;
    case "judge":
      await judgeCalls(parts, step.calls);
      for (const { part } of step.calls) judged.add(part.callId);
      return undefined;
    case "call":
      await runCalls(parts, step.calls);
      return undefined;
    case "ask-host":
      await askHost(parts, step.calls);
      return undefined;
    case "restart":
      await restartCalls(parts, step.calls);
      return undefined;
    case "deliver":
      await parts.thread.append(...deliverEntries({ waiting: step.messages }));
      for (const message of step.messages) parts.emit(describeMessage(message));
      return undefined;
    case "clear":
      return await clearTurn(parts);
    case "ask-model": {
      const end = findLoop(parts) ?? (await askModel(parts));
      return end === undefined || (await beginLastAnswer(parts, end)) ? undefined : end;
    }
    case "last-answer":
      return (await giveLastAnswer(parts)) ? undefined : step.end;
    case "wait":
      await parts.background.untilChanged(parts.thread.state().seq);
      return undefined;
  }
}

function findLoop({ thread, limits }: RunParts): RunEnd | undefined {
  const repeats = longestRepeat(thread.state().history);
  if (repeats < limits.repeats + 2) return undefined;
  return stopped("loop", `The same call had the same result ${repeats} times in a row.`);
}

/** Closes what is open, so that the thread can go on another way, and writes the end. */
async function finish(parts: RunParts, end: RunEnd): Promise<RunEnd> {
  const { thread, inbox, background } = parts;
  inbox.close();
  await background.stop();
  try {
    await closeCalls(parts, unfinishedCalls(thread.state(), end), { type: "ended", end });
    return end;
  } catch (error) {
    return end.status === "failed" ? end : describeFailure(error);
  }
}

/** A run that failed may be resumed, and then its calls go on; a person who cancels does not want them to. */
function unfinishedCalls(state: ThreadState, end: RunEnd): readonly RepairedCall[] {
  if (end.status === "cancelled") return abandonCalls(state, "cancelled");
  return end.status === "stopped" ? abandonCalls(state, "not_run") : [];
}

/** Why a run ends that has thrown: it was cancelled, its time is over, or something failed. */
export function describeStop({ signal }: Pick<RunParts, "signal">, error: unknown): RunEnd {
  if (errorCode(error) === "store_failed" || !signal.aborted) return describeFailure(error);
  const { reason }: { reason: unknown } = signal;
  return isTimeOver(signal) && reason instanceof Error ? stopped("time", reason.message) : { status: "cancelled" };
}

/** Nothing that reaches this was foreseen, but for what has a code. */
export function describeFailure(error: unknown): RunEnd {
  const message = error instanceof Error ? error.message : String(error);
  return { status: "failed", code: errorCode(error) ?? "crashed", message, recoverable: true };
}
