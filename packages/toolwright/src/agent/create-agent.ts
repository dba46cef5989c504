import type { Caller } from "../tool/call-context.ts";
import type { AnyTool } from "../tool/tool.ts";
import { errorCode, ToolError } from "../tool/tool-error.ts";
import { type AgentOptions, type AnyOptions, readOptions } from "./agent-options.ts";
import type { AskDecision, InputPattern, UserPart } from "./log/entries.ts";
import { createMemoryThreads } from "./log/memory-store.ts";
import { openThread, type UnwrittenEntries } from "./log/open-thread.ts";
import { abandonCalls, closeCopy } from "./log/repair.ts";
import { checkOwnThread } from "./log/subagent-threads.ts";
import { foldEntries } from "./log/thread-state.ts";
import type { ThreadStore } from "./log/thread-store.ts";
import { readMessage } from "./run/ask-hook.ts";
import { listAsks, readDecisions } from "./run/decide.ts";
import type { AgentEvent, PendingAsk, RunOutcome } from "./run/events.ts";
import { noRun } from "./run/inbox.ts";
import { startRun } from "./run/start-run.ts";
import type { CallOf, HostTool, NamedTool } from "./run/tool-types.ts";
import type { SubagentTool } from "./subagents/subagent.ts";

/** For whom a run is, and how it is cancelled. */
export interface RunSettings {
  readonly signal?: AbortSignal;
  /** What tools see of who asks. Default: host "agent", session and thread are the same, principal "user". */
  readonly caller?: Partial<Caller>;
  /** Also tells what happens in subagents, as events `subagent`. Default: only which tools they call, as `call-progress`. */
  readonly subagentEvents?: boolean;
}

/** A run under way. It goes on whether its events are read or not. */
export interface AgentRun<Name extends string = string> extends AsyncIterable<AgentEvent<Name>> {
  /** Never rejects: however the run ends, the outcome says so. */
  readonly outcome: Promise<RunOutcome<Name>>;
  cancel(): void;
  /**
   * Tells the model something between two turns, behind all results; if it had come to its last words, the run goes on. Resolves when
   * it is in the log. Rejects with `no_run` when the run is over.
   */
  steer(input: string | readonly UserPart[]): Promise<void>;
}

/** A remembered decision about one of the tools; `input` as in `InputPattern`. */
export type RulePattern<Tool extends NamedTool> = Tool extends NamedTool
  ? string extends Tool["name"]
    ? InputPattern
    : {
        readonly tool?: Tool["name"];
        readonly input: { readonly [Field in keyof CallOf<Tool>["input"]]: CallOf<Tool>["input"][Field] | string };
      }
  : never;

/** A model with tools that works until it is done. All it knows of a conversation is in the thread's log. */
export interface Agent<Tool extends NamedTool = NamedTool> {
  /** Gives a thread, old or new, an input. What it still waited for is dropped. */
  run(thread: string, input: string | readonly UserPart[], settings?: RunSettings): AgentRun<Tool["name"]>;
  /** Goes on where the thread stands: after decisions, a crash, a failure, or in another process. */
  resume(thread: string, settings?: RunSettings): AgentRun<Tool["name"]>;
  /** As `steer` of the thread's run in this process. */
  steer(thread: string, input: string | readonly UserPart[]): Promise<void>;
  /** What the thread waits for. */
  asks(thread: string): Promise<readonly PendingAsk<Tool["name"]>[]>;
  /** Records what a person or the host says, by call, in any order and in part. Returns what is still open; `resume` goes on. */
  decide(
    thread: string,
    decisions: Readonly<Record<string, AskDecision<RulePattern<Tool>>>>,
  ): Promise<readonly PendingAsk<Tool["name"]>[]>;
  /** Ends the run of the thread, or what it waits for. False if there is nothing to end. */
  cancel(thread: string): Promise<boolean>;
  /** Makes a new thread of an old one, up to an entry or the end. */
  fork(thread: string, to: string, upTo?: number): Promise<void>;
}

/** Makes an agent of a model and a kernel. With a `Kernel`, the names of its tools are known to the compiler. */
export function createAgent<
  const Tools extends readonly AnyTool[] = readonly AnyTool[],
  const Host extends readonly HostTool[] = readonly [],
  const Below extends string = never,
>(options: AgentOptions<Tools, Host, Below>): Agent<Tools[number] | Host[number] | SubagentTool<Below>>;
export function createAgent(options: AnyOptions): Agent {
  const { store = createMemoryThreads() } = options;
  const unwritten: UnwrittenEntries = new Map();
  const running = new Map<string, ReturnType<typeof startRun>>();
  const parts = readOptions(options, (thread) => openThread(store, thread, parts.clock, unwritten));
  const readState = async (thread: string) => foldEntries(await store.read(checkOwnThread(thread)));

  function start(thread: string, input: readonly UserPart[] | undefined, settings: RunSettings = {}): AgentRun {
    const begin = () => startRun(parts, { thread, input, settings });
    const run = parts.telemetry === undefined ? begin() : parts.telemetry.run({ thread }, begin);
    if (!running.has(thread)) {
      running.set(thread, run);
      void run.outcome.then(() => running.delete(thread));
    }
    const { inbox, ...shown } = run;
    return { ...shown, steer: (said) => inbox.append(() => [{ type: "steered", content: readMessage(said) }]) };
  }

  /** A run that is under way takes decisions too, so that nobody has to wait for what goes on beside it. */
  async function decideInRun(thread: string, decisions: Readonly<Record<string, AskDecision>>): Promise<boolean> {
    const run = running.get(thread);
    if (run === undefined) return false;
    try {
      await run.inbox.append((state) => readDecisions(state, decisions));
      return true;
    } catch (error) {
      if (errorCode(error) !== "no_run") throw error;
      await run.outcome;
      return false;
    }
  }

  return {
    run: (thread, input, settings) => start(thread, readMessage(input), settings),
    resume: (thread, settings) => start(thread, undefined, settings),
    async steer(thread, input) {
      const run = running.get(thread);
      if (run === undefined) throw noRun(thread);
      await run.inbox.append(() => [{ type: "steered", content: readMessage(input) }]);
    },
    asks: async (thread) => listAsks(await readState(thread), parts),
    async decide(thread, decisions) {
      if (await decideInRun(thread, decisions)) return listAsks(await readState(thread), parts);
      const open = await parts.open(checkOwnThread(thread));
      try {
        await open.append(...readDecisions(open.state(), decisions));
        return listAsks(open.state(), parts);
      } finally {
        await open.close();
      }
    },
    async cancel(thread) {
      const run = running.get(thread);
      if (run !== undefined) {
        run.cancel();
        await run.outcome;
        return true;
      }
      const open = await parts.open(checkOwnThread(thread));
      try {
        const { end, seq } = open.state();
        if (seq === 0 || (end !== undefined && end.status !== "awaiting")) return false;
        await open.append(...abandonCalls(open.state(), "cancelled"), { type: "ended", end: { status: "cancelled" } });
        return true;
      } finally {
        await open.close();
      }
    },
    fork: async (thread, to, upTo = Infinity) =>
      copyThread(store, { from: checkOwnThread(thread), to: checkOwnThread(to), upTo, time: parts.clock.wallTime() }),
  };
}

interface ThreadCopy {
  readonly from: string;
  readonly to: string;
  readonly upTo: number;
  readonly time: number;
}

async function copyThread(store: ThreadStore, { from, to, upTo, time }: ThreadCopy): Promise<void> {
  const kept = (await store.read(from)).filter(({ seq }) => seq <= upTo);
  if (kept.length === 0) {
    const part = upTo === Infinity ? "" : ` up to ${upTo}`;
    throw new ToolError("empty_thread", `There is nothing to fork: ${JSON.stringify(from)} has no entries${part}.`);
  }
  const closing = closeCopy(foldEntries(kept), from, to).map((body, index) => ({
    ...body,
    id: crypto.randomUUID(),
    seq: kept.length + index + 1,
    time,
  }));
  const log = await store.open(to);
  try {
    if (log.entries.length > 0)
      throw new ToolError("thread_exists", `There is a thread ${JSON.stringify(to)} already.`);
    await log.append([...kept, ...closing]);
  } finally {
    await log.close();
  }
}
