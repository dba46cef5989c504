import {
  isInputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type InputRequiredResult,
} from "@modelcontextprotocol/server";
import type { AnyKernel } from "../../call/kernel.ts";
import { renderOutcome, type Outcome } from "../../call/outcome.ts";
import type { ProgressReport } from "../../call/progress.ts";
import type { Caller } from "../../tool/call-context.ts";
import { missingAbilities, type CanAsk } from "../ask/questions.ts";
import { resumeFrom, type Resumed } from "../ask/resume.ts";
import type { CallParams } from "../tools/call-params.ts";
import { wireOutcome } from "../tools/call-tool.ts";
import type { TaskStore } from "./task-store.ts";
import type { EndedState, Task, Waiting } from "./task.ts";

/** What a task needs to run its call again, without anything of its original request. */
export interface TaskCall {
  readonly kernel: AnyKernel;
  readonly store: TaskStore;
  readonly caller: Caller;
  readonly params: CallParams;
  readonly onFault: (error: unknown) => void;
}

/** One round of the call: to its end, or to a question. */
export async function runRound(call: TaskCall, task: Task, resumed: Resumed, canAsk: CanAsk): Promise<Outcome> {
  const { kernel, store, caller, params } = call;
  const state = { status: "working", stop: new AbortController() } as const;
  task.round++;
  store.change(task, state);
  return await kernel.call(params.name, params.arguments, {
    caller,
    signal: state.stop.signal,
    canAsk,
    onProgress(report) {
      if (task.state === state) store.change(task, state, describeProgress(report));
    },
    ...resumed,
  });
}

/** Stores for the client how a round ended. Never rejects. */
export async function keepOutcome(call: TaskCall, task: Task, outcome: Outcome, canAsk: CanAsk): Promise<void> {
  const state = await stateAfter(call, task, outcome, canAsk).catch((error: unknown) => failed(call, error));
  call.store.change(task, state, messageOf(state, outcome));
}

async function stateAfter(call: TaskCall, task: Task, outcome: Outcome, canAsk: CanAsk): Promise<Waiting | EndedState> {
  if (outcome.status === "cancelled") return { status: "cancelled" };
  if (outcome.status === "crashed") {
    return { status: "failed", error: { code: ProtocolErrorCode.InternalError, message: renderOutcome(outcome) } };
  }
  if (outcome.status === "needs_input") {
    const missing = missingAbilities(outcome.questions, canAsk);
    if (missing !== undefined) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: missing });
  }
  const result = await wireOutcome(call.kernel, outcome, canAsk, call.onFault);
  if (!isInputRequiredResult(result)) return { status: "completed", result };
  // The cancellation came too late for the round, but in time for its question.
  if (task.state.status === "working" && task.state.stop.signal.aborted) return { status: "cancelled" };
  return waitFor(call, task, result);
}

/** Keys are unique per question of a task, while a tool may use the same name in every round. */
function waitFor(call: TaskCall, task: Task, { inputRequests = {}, requestState }: InputRequiredResult): Waiting {
  const mark = `${task.round}.`;
  return {
    status: "input_required",
    open: renameKeys(inputRequests, (key) => `${mark}${key}`),
    answered: {},
    resume(answered, canAsk) {
      const resumed = resumeFrom(
        requestState,
        renameKeys(answered, (key) => key.slice(mark.length)),
      );
      void runRound(call, task, resumed, canAsk).then((outcome) => keepOutcome(call, task, outcome, canAsk));
    },
  };
}

function renameKeys<Value>(
  entries: Readonly<Record<string, Value>>,
  rename: (key: string) => string,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [rename(key), value]));
}

function failed({ onFault }: TaskCall, error: unknown): EndedState {
  if (error instanceof ProtocolError) {
    const { code, message, data } = error;
    return { status: "failed", error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
  onFault(error);
  const message = "The server failed; its log has the detail.";
  return { status: "failed", error: { code: ProtocolErrorCode.InternalError, message } };
}

/** An answer needs no message. */
function messageOf(state: Waiting | EndedState, outcome: Outcome): string | undefined {
  if (state.status === "failed") return state.error.message;
  return state.status === "completed" || outcome.status === "ok" ? undefined : outcome.error.message;
}

function describeProgress({ message, done, total }: ProgressReport): string | undefined {
  if (message !== undefined || done === undefined) return message;
  return total === undefined ? `${done}` : `${done} of ${total}`;
}
