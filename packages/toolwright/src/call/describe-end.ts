import type { Caller } from "../tool/call-context.ts";
import { isToolError, type NextCall, type NextStep } from "../tool/tool-error.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { CallRequest } from "./call-request.ts";
import type { FaultSource } from "./events.ts";
import { describeCrash } from "./finish-output.ts";
import { refuseHidden } from "./gate.ts";
import type { Stop } from "./lifetime.ts";
import { failure, type UnstampedOutcome, type KernelParts } from "./parts.ts";
import { readInput, describeRepeat } from "./read-input.ts";

export function describeProblems(tool: AnyTool, problems: readonly string[]): string {
  return `${tool.name} was not run, its input is not valid. ${problems.join(" ")}`;
}

/** What the caller is told if something other than the handler ended the call. */
export function describeStop(request: CallRequest, stop: Stop): UnstampedOutcome {
  const { tool, callId, deadlineMs } = request;
  if (typeof stop === "object") return failure("crashed", describeCrash(tool.name, callId));
  const { retryable, advice } = describeRepeat(tool);
  switch (stop) {
    case "cancelled":
      return failure("cancelled", `${tool.name} was cancelled.${advice}`, { retryable });
    case "timed_out": {
      const less = retryable ? " Ask for less at once." : advice;
      const message = `${tool.name} did not finish within ${seconds(deadlineMs)} and was ended.${less}`;
      return failure("timed_out", message, { retryable });
    }
    case "stalled": {
      const message = `${tool.name} showed no sign of work for ${seconds(tool.stallMs)} and was ended.${advice}`;
      return failure("stalled", message, { retryable });
    }
  }
}

/** The handler was in time, but what follows it was not: a store or a schema that hangs. */
export function describeUndelivered(tool: AnyTool, limitMs: number): UnstampedOutcome {
  const { retryable, advice } = describeRepeat(tool);
  const message = `${tool.name} has finished, but its answer was not ready within ${seconds(limitMs)} more.`;
  return failure("timed_out", `${message}${advice}`, { code: "undelivered", retryable });
}

/** A ToolError is meant for the model; anything else is not and stays in the log. */
export async function describeThrown(
  parts: KernelParts,
  request: CallRequest,
  threw: unknown,
  onFault: (source: FaultSource, error: unknown) => void,
): Promise<UnstampedOutcome> {
  if (!isToolError(threw)) {
    onFault("handler", threw);
    return failure("crashed", describeCrash(request.tool.name, request.callId));
  }
  const { code, message, retryable, next } = threw;
  const proposed = next === undefined ? {} : await proposeNext(parts, next, request.caller);
  if (proposed.problem !== undefined)
    onFault("next-call", new Error(`${request.tool.name} names a next call that cannot be made: ${proposed.problem}`));
  return failure("tool_error", message, {
    code,
    retryable,
    ...(proposed.next === undefined ? {} : { next: proposed.next }),
  });
}

/** A proposal that fails costs the model a turn, so an invalid one is dropped and reported. */
async function proposeNext(
  parts: KernelParts,
  next: NextCall | NextStep,
  caller: Caller,
): Promise<{ readonly next?: NextCall; readonly problem?: string }> {
  if ("step" in next) {
    const known = parts.nextSteps.get(next.step);
    if (known === undefined) return { problem: `\`nextSteps\` has no step "${next.step}"` };
    return await proposeNext(parts, { tool: known.tool, input: { ...known.input, ...next.input } }, caller);
  }
  const problem = await findNextCallProblem(parts, next, caller);
  return problem === undefined ? { next } : { problem };
}

async function findNextCallProblem(parts: KernelParts, next: NextCall, caller: Caller): Promise<string | undefined> {
  const tool = parts.tools.get(next.tool);
  if (tool === undefined) return `there is no tool "${next.tool}"`;
  if ((await refuseHidden(parts, tool, caller)) !== undefined) return `${next.tool} is hidden`;
  try {
    const read = await readInput(tool, next.input);
    return read.valid ? undefined : read.problems.join(" ");
  } catch {
    return `the schema of ${next.tool} throws`;
  }
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
