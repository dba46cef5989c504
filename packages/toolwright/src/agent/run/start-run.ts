import type { Caller } from "../../tool/call-context.ts";
import type { RunEnd, UserPart } from "../log/entries.ts";
import type { OpenThread } from "../log/open-thread.ts";
import { emptyThread, type ThreadState } from "../log/thread-state.ts";
import { createBackground } from "./background.ts";
import { listAsks } from "./decide.ts";
import { createEventQueue, type EventQueue, type RunOutcome } from "./events.ts";
import { createInbox, type RunInbox } from "./inbox.ts";
import type { AgentParts, RunParts } from "./run-parts.ts";
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
  const inbox = createInbox(request.thread);
  return {
    outcome: ownRun(agent, request, { events, control, inbox }),
    cancel: (): void => control.abort(),
    inbox,
    [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
  };
}

async function ownRun(
  agent: AgentParts,
  { thread: name, open, input, settings }: RunRequest,
  { events, control, inbox }: { events: EventQueue; control: AbortController; inbox: RunInbox },
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
      const visible = [...(await kernel.list(caller)).visible, ...agent.hostTools.values()];
      const tools = visible.map(({ name, description, inputJsonSchema }) => ({
        name,
        description,
        inputSchema: inputJsonSchema,
      }));
      const background = createBackground(thread, control.signal);
      const emit = events.push;
      const parts: RunParts = { ...agent, thread, caller, tools, emit, inbox, background, signal: control.signal };
      end = await runThread(parts, input);
      state = thread.state();
    } finally {
      await thread.close();
    }
  } catch (error) {
    end = describeFailure(error);
  }
  inbox.close();
  timer?.cancel();
  signal?.removeEventListener("abort", cancel);
  const outcome = describeOutcome(agent, name, state, end);
  events.end(outcome);
  return outcome;
}

function describeOutcome(agent: AgentParts, thread: string, state: ThreadState, end: RunEnd): RunOutcome {
  const { turns, usage, costUsd } = state.run;
  const last = state.history.findLast((item) => ["response", "user", "note"].includes(item.kind));
  const said = last?.kind === "response" ? last.content : [];
  const text = said.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const isPriced = agent.models.every(({ id }) => agent.prices[id] !== undefined);
  const asks = end.status === "awaiting" ? listAsks(state, agent) : [];
  return { ...end, thread, text, asks, turns, usage, costUsd: isPriced ? costUsd : undefined };
}
