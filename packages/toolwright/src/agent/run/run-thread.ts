import { errorCode } from "../../tool/tool-error.ts";
import type { EntryBody, RunEnd, UserPart } from "../log/entries.ts";
import type { OpenThread } from "../log/open-thread.ts";
import { abandonCalls, repairThread } from "../log/repair.ts";
import type { ThreadState } from "../log/thread-state.ts";
import { askModel } from "./ask-model.ts";
import { isTimeOver, judgeCalls, runCalls } from "./call-tools.ts";
import { stopped } from "./limits.ts";
import { nextStep } from "./next-step.ts";
import { longestRepeat } from "./repeats.ts";
import type { RunParts } from "./run-parts.ts";

/** Runs a thread from where its log ends to an end of its own. Whatever happens, there is exactly one, and the log has it. */
export async function runThread(parts: RunParts, input: readonly UserPart[] | undefined): Promise<RunEnd> {
  const { thread } = parts;
  try {
    await thread.append(...beginEntries(thread, input));
    const { end } = thread.state();
    // What is over is not over once more.
    if (input === undefined && (end?.status === "done" || end?.status === "refused")) {
      return thread.state().seq === 0 ? { ...emptyThreadEnd } : end;
    }
    return await finish(parts, await takeSteps(parts));
  } catch (error) {
    return await finish(parts, describeStop(parts, error));
  }
}

const emptyThreadEnd: RunEnd = {
  status: "failed",
  code: "empty_thread",
  message: "The thread has no input. Start it with `run`.",
  recoverable: false,
};

async function takeSteps(parts: RunParts): Promise<RunEnd> {
  const { thread, kernel, signal } = parts;
  const judged = new Set<string>();
  // A tool that does not exist changes nothing.
  const isReadOnly = (tool: string): boolean => kernel.tool(tool)?.effects.readOnly ?? true;
  for (;;) {
    const step = nextStep(thread.state(), { judged, isReadOnly });
    // An answer that is complete is not taken back by a cancel.
    if (step.kind !== "end" || step.end.status === "awaiting") signal.throwIfAborted();
    switch (step.kind) {
      case "judge":
        await judgeCalls(parts, step.calls);
        for (const { part } of step.calls) judged.add(part.callId);
        break;
      case "call":
        await runCalls(parts, step.calls);
        break;
      case "ask-model": {
        const end = findLoop(parts) ?? (await askModel(parts));
        if (end !== undefined) return end;
        break;
      }
      case "end":
        return step.end;
    }
  }
}

/** With an input, what was open before is closed; without one, it is taken up again. */
function beginEntries(thread: OpenThread, input: readonly UserPart[] | undefined): readonly EntryBody[] {
  const state = thread.state();
  if (input === undefined) return repairThread(state);
  const isCutOff = state.seq > 0 && state.end === undefined;
  return [
    ...abandonCalls(state, "not_run"),
    ...(isCutOff ? [{ type: "ended", end: cutOffEnd } as const] : []),
    { type: "user", content: input },
  ];
}

const cutOffEnd: RunEnd = {
  status: "failed",
  code: "cut_off",
  message: "The program ended during this run.",
  recoverable: true,
};

function findLoop({ thread, limits }: RunParts): RunEnd | undefined {
  const repeats = longestRepeat(thread.state().history);
  if (repeats < limits.repeats + 2) return undefined;
  return stopped("loop", `The same call had the same result ${repeats} times in a row.`);
}

/** Closes what is open, so that the thread can go on another way, and writes the end. */
async function finish({ thread }: RunParts, end: RunEnd): Promise<RunEnd> {
  try {
    await thread.append(...closeEntries(thread.state(), end), { type: "ended", end });
    return end;
  } catch (error) {
    return end.status === "failed" ? end : describeFailure(error);
  }
}

/** A run that failed may be resumed, and then its calls go on; a person who cancels does not want them to. */
function closeEntries(state: ThreadState, end: RunEnd): readonly EntryBody[] {
  if (end.status === "cancelled") return abandonCalls(state, "cancelled");
  return end.status === "stopped" ? abandonCalls(state, "not_run") : [];
}

function describeStop({ signal, limits }: RunParts, error: unknown): RunEnd {
  if (errorCode(error) === "store_failed" || !signal.aborted) return describeFailure(error);
  if (!isTimeOver(signal)) return { status: "cancelled" };
  return stopped("time", `The run has had its ${limits.timeMs / 1_000} s.`);
}

/** Nothing that reaches this was foreseen, but for what has a code. */
export function describeFailure(error: unknown): RunEnd {
  const message = error instanceof Error ? error.message : String(error);
  return { status: "failed", code: errorCode(error) ?? "crashed", message, recoverable: true };
}
