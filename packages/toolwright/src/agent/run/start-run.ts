import type { RunEnd } from "../log/entries.ts";
import type { Caller, Timer } from "../../tool/call-context.ts";
import type { ModelTool } from "../model/model.ts";
import { deferred } from "../../tool/deferred.ts";
import type { OpenThread } from "../log/open-thread.ts";
import { checkOwnThread } from "../log/subagent-threads.ts";
import { emptyThread, type ThreadState } from "../log/thread-state.ts";
import { nothingAbove } from "./above.ts";
import { createBackground } from "./background.ts";
import { listAsks } from "./decide.ts";
import { createEventQueue, type EventQueue, type RunOutcome } from "./events.ts";
import { createInbox, type RunInbox } from "./inbox.ts";
import { type AgentParts, findUnpriced, type RunEvent, type RunParts, type RunRequest } from "./run-parts.ts";
import { describeStop, runThread } from "./run-thread.ts";

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
  { thread: name, input, settings, below }: RunRequest,
  { events, control, inbox }: { events: EventQueue; control: AbortController; inbox: RunInbox },
): Promise<RunOutcome> {
  const { clock, limits } = agent;
  const { signal } = settings;
  // Why a subagent has to end is known above; a signal of the application says that a person wants it.
  const cancel = (): void => control.abort(below === undefined ? undefined : signal?.reason);
  const timeIsOver = new DOMException(`The run has had its ${limits.timeMs / 1_000} s.`, "TimeoutError");
  const timer = limits.timeMs === Infinity ? undefined : clock.schedule(limits.timeMs, () => control.abort(timeIsOver));
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted === true) cancel();
  let end: RunEnd;
  let state: ThreadState = emptyThread;
  try {
    const thread = await openInTime(agent, below === undefined ? checkOwnThread(name) : name, control.signal);
    try {
      const caller = { host: "agent", session: name, principal: "user", ...settings.caller };
      const above = below?.above ?? nothingAbove;
      const subagents = above.subagents.length < limits.subagentDepth ? agent.subagents : new Map();
      const parts: RunParts = {
        ...agent,
        thread,
        caller,
        subagents,
        tools: await listTools({ ...agent, subagents }, caller),
        inbox,
        background: createBackground(thread, control.signal),
        signal: control.signal,
        above,
        subagentEvents: settings.subagentEvents ?? false,
        startBelow: startRun,
        emit(event: RunEvent) {
          events.push(event);
          below?.onEvent(event);
        },
      };
      const isGoingOn = below !== undefined && thread.state().seq > 0;
      end = await runThread(parts, isGoingOn ? undefined : input, below?.decisions);
      state = thread.state();
    } finally {
      // How the run has ended is in the log by now.
      await thread.close().catch(() => {});
    }
  } catch (error) {
    end = describeStop(control, error);
  }
  inbox.close();
  timer?.cancel();
  signal?.removeEventListener("abort", cancel);
  const outcome = sumUpRun(agent, name, state, end);
  events.end(outcome);
  return outcome;
}

/** A cancel belongs into the log, for which a store gets this long; one that hangs must not hold the run. */
const openingMs = 2_000;

/** A thread that comes too late is closed again. */
async function openInTime({ open, clock }: AgentParts, name: string, signal: AbortSignal): Promise<OpenThread> {
  const opening = open(name);
  const late = deferred<never>();
  let timer: Timer | undefined;
  const cancel = (): void => void (timer = clock.schedule(openingMs, () => late.reject(signal.reason)));
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await Promise.race([opening, late.promise]);
  } catch (error) {
    void opening.then((thread) => thread.close()).catch(() => {});
    throw error;
  } finally {
    timer?.cancel();
    signal.removeEventListener("abort", cancel);
  }
}

/** The same list for every model call of a run. */
async function listTools({ kernel, hostTools, subagents }: AgentParts, caller: Caller): Promise<readonly ModelTool[]> {
  const { visible } = await kernel.list(caller);
  const below = [...subagents.values()].map(({ tool }) => tool);
  return [...visible, ...hostTools.values(), ...below].map(({ name, description, inputJsonSchema }) => ({
    name,
    description,
    inputSchema: inputJsonSchema,
  }));
}

function sumUpRun(agent: AgentParts, thread: string, state: ThreadState, end: RunEnd): RunOutcome {
  const { turns, usage, costUsd } = state.run;
  const last = state.history.findLast((item) => ["response", "user", "note"].includes(item.kind));
  const said = last?.kind === "response" ? last.content : [];
  const text = said.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const isPriced = findUnpriced(agent).length === 0;
  const asks = end.status === "awaiting" ? listAsks(state, agent) : [];
  return { ...end, thread, text, asks, turns, usage, costUsd: isPriced ? costUsd : undefined };
}
