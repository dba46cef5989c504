import type { ApprovalRequest } from "../../access/approval.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { CallResult, LogEntry, RunEnd } from "./entries.ts";
import { compactHistory, type HistoryItem, type WaitingMessage } from "./history.ts";
import {
  type CallPhase,
  changeCall,
  decideAsk,
  detachCall,
  endedCalls,
  findAsk,
  type OpenCalls,
  setPhase,
  startPhase,
} from "./open-calls.ts";
import {
  addRequest,
  addSubagentRequest,
  addSubagentUsage,
  addUsage,
  freshRun,
  type Reservation,
  type RunTotals,
} from "./run-totals.ts";

/** A remembered decision: it holds only if the same principal is asked about the same tool for the same reason. */
export interface StickyRule extends Pick<ApprovalRequest, "tool" | "effects" | "reason" | "principal"> {
  /** As in `InputPattern`. */
  readonly input: JsonObject;
  readonly verdict: "approved" | "rejected";
}

/** Everything that follows from a thread's log. */
export interface ThreadState extends OpenCalls {
  /** Of the latest entry; 0 for an empty thread. */
  readonly seq: number;
  readonly history: readonly HistoryItem[];
  /** What is told to the model before it is asked again. */
  readonly waiting: readonly WaitingMessage[];
  /** Whether the latest response is accepted, where a hook decides about that. */
  readonly isReviewed: boolean;
  /** Whether the history as it stands may go to the model, where a hook decides about that. */
  readonly isCleared: boolean;
  /** How the run will end, whatever comes: after one last answer, if that is still to be given. */
  readonly stopping: { readonly end: RunEnd; readonly owesAnswer: boolean } | undefined;
  readonly run: RunTotals;
  readonly rules: readonly StickyRule[];
  /** How many tokens one estimated token was in the latest model call. */
  readonly tokenRatio: number;
  /** The latest reservation, while it may still be settled by a usage. */
  readonly open: Reservation | undefined;
  /** The latest run was cancelled before the model had said anything to it. */
  readonly isUnanswered: boolean;
  /** Undefined while a run is under way or was cut off. */
  readonly end: RunEnd | undefined;
  readonly callIds: ReadonlySet<string>;
}

/** A thread without entries. */
export const emptyThread: ThreadState = {
  seq: 0,
  history: [],
  calls: [],
  background: [],
  waiting: [],
  isReviewed: true,
  isCleared: false,
  stopping: undefined,
  run: freshRun,
  rules: [],
  tokenRatio: 1,
  open: undefined,
  isUnanswered: false,
  end: { status: "done" },
  callIds: new Set(),
};

/** The state of a thread: what its entries say, one after the other. */
export function foldEntries(entries: readonly LogEntry[]): ThreadState {
  return entries.reduce(applyEntry, emptyThread);
}

/** The state after one more entry. */
export function applyEntry(before: ThreadState, entry: LogEntry): ThreadState {
  const state = { ...before, seq: entry.seq };
  switch (entry.type) {
    case "user":
      return beginRun(state, entry);
    case "request":
      return reserve(state, entry);
    case "response":
      return openResponse(state, entry);
    case "usage":
      return settleUsage(state, entry);
    case "reviewed":
      return review(state, entry);
    case "cleared":
      return entry.content === undefined
        ? { ...state, isCleared: true }
        : { ...addItem(state, { kind: "note", seq: entry.seq, content: entry.content }), isCleared: true };
    case "limited": {
      const { seq, content, end } = entry;
      return { ...addItem(state, { kind: "note", seq, content }), stopping: { end, owesAnswer: true } };
    }
    case "steered":
      return addWaiting(state, { kind: "user", seq: entry.seq, content: entry.content });
    case "delivered":
      return deliver(state, entry);
    case "prepared": {
      const { callId, input } = entry;
      const prepared = input === undefined ? {} : { input };
      return { ...state, ...changeCall(state, callId, (call) => ({ ...call, prepared })) };
    }
    case "call_started":
      return move(state, entry, (phase) => startPhase(phase, entry.repeatable, entry.by));
    case "call_detached":
      return closeBatch({ ...state, ...detachCall(state, entry.callId, entry.repeatable, entry.result) });
    case "call_returned":
      return move(state, entry, () => ({ kind: "returned", result: entry.result }));
    case "asked":
      return move(state, entry, () => ({ kind: "asked", ask: entry.ask }));
    case "subagent_asked":
      return move(state, entry, () => ({ kind: "subagent-asked", asks: entry.asks, decisions: [] }));
    case "decided":
      return decide(state, entry);
    case "subagent_began":
      return { ...state, run: { ...state.run, subagents: new Set([...state.run.subagents, entry.path]) } };
    case "subagent_request":
      return { ...state, run: addSubagentRequest(state.run, entry.request, entry.purpose, entry) };
    case "subagent_usage":
      return { ...state, run: addSubagentUsage(state.run, entry.request, entry.tokens, entry.costUsd) };
    case "call_ended":
      return endCall(state, entry);
    case "repaired":
      // A call that is given up does not take the end of its run back.
      return { ...endCall(state, entry), end: state.end };
    case "compacted":
      return { ...state, history: compactHistory(state.history, entry) };
    case "ended":
      return endRun(state, entry.end);
  }
}

/** The history has changed, so that nobody has let it go to the model yet. */
function addItem(state: ThreadState, item: HistoryItem): ThreadState {
  return { ...state, history: [...state.history, item], isCleared: false };
}

function addWaiting(state: ThreadState, message: WaitingMessage): ThreadState {
  return { ...state, waiting: [...state.waiting, message] };
}

function deliver(state: ThreadState, { seq, message }: LogEntry & { readonly type: "delivered" }): ThreadState {
  const found = state.waiting.find((each) => each.seq === message);
  if (found === undefined) return state;
  // Items of a history are in the order of their numbers, or a summary could not say how far it goes.
  return addItem({ ...state, waiting: state.waiting.filter((each) => each !== found) }, { ...found, seq });
}

/** An input after an end is a new run; one in between belongs to the run that goes on. */
function beginRun(state: ThreadState, { seq, content }: LogEntry & { readonly type: "user" }): ThreadState {
  const run = state.end === undefined ? state.run : freshRun;
  const told = state.isUnanswered ? addItem(state, { kind: "note", seq, content: [unansweredNote] }) : state;
  return {
    ...addItem(told, { kind: "user", seq, content }),
    run,
    end: undefined,
    stopping: undefined,
    isUnanswered: false,
  };
}

/** A call that was cancelled says so in its result; where the model has said nothing, nothing would. */
function endRun(state: ThreadState, end: RunEnd): ThreadState {
  const last = state.history.at(-1)?.kind;
  return { ...state, end, isUnanswered: end.status === "cancelled" && (last === "user" || last === "note") };
}

const unansweredNote = {
  type: "text",
  text: "[The person cancelled what is above before you had answered it. Do not take it up unless you are asked to.]",
} as const;

function reserve(state: ThreadState, entry: LogEntry & { readonly type: "request" }): ThreadState {
  const { inputTokens, outputTokens, costUsd } = entry;
  const open = { inputTokens, outputTokens, costUsd };
  return { ...state, end: undefined, open, run: addRequest(state.run, entry.purpose, open) };
}

function settleUsage(state: ThreadState, { tokens, costUsd }: LogEntry & { readonly type: "usage" }): ThreadState {
  const { run, open } = state;
  const told = open !== undefined && open.inputTokens > 0 && tokens.input > 0;
  // One wrong report must not make every later estimate absurd.
  const tokenRatio = told
    ? Math.min(3, Math.max(0.3, (state.tokenRatio * tokens.input) / open.inputTokens))
    : state.tokenRatio;
  return { ...state, open: undefined, tokenRatio, run: addUsage(run, open, tokens, costUsd) };
}

function openResponse(state: ThreadState, entry: LogEntry & { readonly type: "response" }): ThreadState {
  const { seq, content, finish } = entry;
  const parts = content.filter((part) => part.type === "call");
  const { stopping } = state;
  return {
    ...addItem(state, { kind: "response", seq, content, finish }),
    isReviewed: false,
    stopping: stopping === undefined ? undefined : { ...stopping, owesAnswer: false },
    calls: parts.map((part) => ({ part, phase: { kind: "pending" } })),
    callIds: parts.length === 0 ? state.callIds : new Set([...state.callIds, ...parts.map(({ callId }) => callId)]),
  };
}

/** A response that is sent back keeps its calls, which were not run; a blocked one is no part of the history. */
function review(state: ThreadState, entry: LogEntry & { readonly type: "reviewed" }): ThreadState {
  const reviewed = { ...state, isReviewed: true };
  switch (entry.verdict) {
    case "accept":
      return reviewed;
    case "retry": {
      const calls = state.calls.map((call) => ({ ...call, phase: { kind: "ended", result: sentBackResult } as const }));
      const content = [{ type: "text", text: entry.feedback }] as const;
      const run = { ...state.run, sentBack: state.run.sentBack + 1 };
      return addWaiting(closeBatch({ ...reviewed, run, calls }), { kind: "note", seq: state.seq, content });
    }
    case "block": {
      // A limit that stops the run does so whatever becomes of the last answer.
      const end = state.stopping?.end ?? ({ status: "refused", message: entry.message } as const);
      const history = state.history.at(-1)?.kind === "response" ? state.history.slice(0, -1) : state.history;
      return { ...reviewed, history, calls: [], stopping: { end, owesAnswer: false } };
    }
  }
}

const sentBackResult: CallResult = {
  status: "not_run",
  text: "Not run: the answer with this call was sent back.",
  isError: true,
  durationMs: 0,
};

/** What came of calls beside the loop waits for the end of the turn. */
function closeBackground(state: ThreadState): ThreadState {
  const ended = endedCalls(state.background).map((each) => ({ kind: "late-result", seq: state.seq, ...each }) as const);
  if (ended.length === 0) return state;
  const background = state.background.filter(({ phase }) => phase.kind !== "ended");
  return { ...state, background, waiting: [...state.waiting, ...ended] };
}

function endCall(state: ThreadState, entry: LogEntry & { readonly type: "call_ended" | "repaired" }): ThreadState {
  return closeBackground(closeBatch(move(state, entry, () => ({ kind: "ended", result: entry.result }))));
}

function move(
  state: ThreadState,
  { callId }: { readonly callId: string },
  next: (phase: CallPhase) => CallPhase,
): ThreadState {
  return { ...state, ...setPhase(state, callId, next), end: undefined };
}

function decide(state: ThreadState, { callId, decision }: LogEntry & { readonly type: "decided" }): ThreadState {
  const found = findAsk(state, callId);
  // A decision alone does not make a thread run again.
  const kept = { ...state, ...decideAsk(state, callId, decision) };
  if (found?.ask.kind !== "approval" || !("remember" in decision) || decision.remember === undefined) return kept;
  const { tool, effects, reason, principal } = found.ask.request;
  const rule = { tool, effects, reason, principal, verdict: decision.verdict, input: decision.remember.input };
  return { ...kept, rules: [...kept.rules, rule] };
}

/** When the last call has its result, all of them follow the response together, in the order of the calls. */
function closeBatch(state: ThreadState): ThreadState {
  const results = endedCalls(state.calls);
  if (results.length === 0 || results.length < state.calls.length) return state;
  return addItem({ ...state, calls: [] }, { kind: "results", seq: state.seq, results });
}
