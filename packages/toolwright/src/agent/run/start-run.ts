import type { Caller } from "../../tool/call-context.ts";
import type { RunEnd, UserPart } from "../log/entries.ts";
import type { OpenThread } from "../log/open-thread.ts";
import { emptyThread, type ThreadState } from "../log/thread-state.ts";
import { listAsks } from "./decide.ts";
import { createEventQueue, type EventQueue, type RunOutcome } from "./events.ts";
import type { AgentParts } from "./run-parts.ts";
import { describeFailure, runThread } from "./run-thread.ts";

export interface RunRequest {
  readonly thread: string;
  readonly open: () => Promise<OpenThread>;
  /** Undefined to go on where the thread stands. */
  readonly input: readonly UserPart[] | undefined;
  readonly settings: { readonly signal?: AbortSignal; readonly caller?: Partial<Caller> };
}

/** Starts a run at once. It owns the thread's lock, the time limit and the cancel, and gives all of them back at its end. */
export function startRun(agent: AgentParts, request: RunRequest) {
  const events = createEventQueue();
  const control = new AbortController();
  return {
    outcome: ownRun(agent, request, events, control),
    cancel: (): void => control.abort(),
    [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
  };
}

async function ownRun(
  agent: AgentParts,
  { thread: name, open, input, settings }: RunRequest,
  events: EventQueue,
  control: AbortController,
): Promise<RunOutcome> {
  const { clock, limits, kernel } = agent;
  const { signal } = settings;
  const cancel = (): void => control.abort();
  const timer =
    limits.timeMs === Infinity
      ? undefined
      : clock.schedule(limits.timeMs, () => control.abort(new DOMException("The run's time is over", "TimeoutError")));
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted === true) cancel();
  let end: RunEnd;
  let state: ThreadState = emptyThread;
  try {
    const thread = await open();
    try {
      const caller = { host: "agent", session: name, principal: "user", ...settings.caller };
      const tools = (await kernel.list(caller)).visible.map(({ name, description, inputJsonSchema }) => ({
        name,
        description,
        inputSchema: inputJsonSchema,
      }));
      const emit = events.push;
      end = await runThread({ ...agent, thread, caller, tools, emit, signal: control.signal }, input);
      state = thread.state();
    } finally {
      await thread.close();
    }
  } catch (error) {
    end = describeFailure(error);
  }
  timer?.cancel();
  signal?.removeEventListener("abort", cancel);
  const outcome = describeOutcome(agent, name, state, end);
  events.end(outcome);
  return outcome;
}

function describeOutcome(agent: AgentParts, thread: string, state: ThreadState, end: RunEnd): RunOutcome {
  const { turns, usage, costUsd } = state.run;
  const last = state.history.findLast((item) => item.kind === "response" || item.kind === "user");
  const said = last?.kind === "response" ? last.content : [];
  const text = said.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const isPriced = agent.models.every(({ id }) => agent.prices[id] !== undefined);
  const asks = end.status === "awaiting" ? listAsks(state, agent.kernel) : [];
  return { ...end, thread, text, asks, turns, usage, costUsd: isPriced ? costUsd : undefined };
}
