import type {
  Ask,
  AskDecision,
  CallPart,
  CallResult,
  FinishReason,
  InputPattern,
  LogEntry,
  ResponsePart,
  RunEnd,
  TokenUsage,
  UserPart,
} from "./entries.ts";

/** What was asked about a call, and what a person said to it. */
export interface Consented {
  readonly ask: Ask;
  readonly decision: AskDecision;
}

/** How far a call of the latest response has come. */
export type CallPhase =
  | { readonly kind: "pending" }
  | { readonly kind: "started"; readonly repeatable: boolean; readonly consent?: Consented }
  | { readonly kind: "asked"; readonly ask: Ask }
  | { readonly kind: "decided"; readonly consent: Consented }
  | { readonly kind: "ended"; readonly result: CallResult };

export interface OpenCall {
  readonly part: CallPart;
  readonly phase: CallPhase;
}

/** A result beside the call that it answers. */
export interface AnsweredCall {
  readonly part: CallPart;
  readonly result: CallResult;
}

/** What a model is shown, in order. A response with calls is always followed by the results of all of them. */
export type HistoryItem =
  | { readonly kind: "user"; readonly seq: number; readonly content: readonly UserPart[] }
  | {
      readonly kind: "response";
      readonly seq: number;
      readonly content: readonly ResponsePart[];
      readonly finish: FinishReason;
    }
  | { readonly kind: "results"; readonly seq: number; readonly results: readonly AnsweredCall[] }
  | { readonly kind: "summary"; readonly seq: number; readonly text: string };

/** What one model call may still cost, until its usage is known. */
export interface Reservation {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** Sums of the run that is under way, from the person's input on, waits and crashes included. */
export interface RunTotals {
  readonly turns: number;
  readonly usage: TokenUsage;
  readonly costUsd: number;
  /** Of model calls whose usage was never told: spent, for all that is known. */
  readonly reserved: Reservation;
}

/** A remembered decision. */
export interface StickyRule extends InputPattern {
  readonly tool: string;
  readonly verdict: "approved" | "rejected";
}

/** Everything that follows from a thread's log. */
export interface ThreadState {
  /** Of the latest entry; 0 for an empty thread. */
  readonly seq: number;
  readonly history: readonly HistoryItem[];
  /** The calls of the latest response, in its order, until each has a result. */
  readonly calls: readonly OpenCall[];
  readonly run: RunTotals;
  readonly rules: readonly StickyRule[];
  /** How many tokens one estimated token was in the latest model call. */
  readonly tokenRatio: number;
  /** The latest reservation, while it may still be settled by a usage. */
  readonly open: Reservation | undefined;
  /** Undefined while a run is under way or was cut off. */
  readonly end: RunEnd | undefined;
  readonly callIds: ReadonlySet<string>;
}

const nothingUsed: TokenUsage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
const nothingReserved: Reservation = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
const freshRun: RunTotals = { turns: 0, usage: nothingUsed, costUsd: 0, reserved: nothingReserved };

/** A thread without entries. */
export const emptyThread: ThreadState = {
  seq: 0,
  history: [],
  calls: [],
  run: freshRun,
  rules: [],
  tokenRatio: 1,
  open: undefined,
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
    case "call_started":
      return setPhase(state, entry.callId, (phase) => {
        const consent = "consent" in phase ? phase.consent : undefined;
        return { kind: "started", repeatable: entry.repeatable, ...(consent === undefined ? {} : { consent }) };
      });
    case "asked":
      return setPhase(state, entry.callId, () => ({ kind: "asked", ask: entry.ask }));
    case "decided":
      return decide(state, entry);
    case "call_ended":
    case "repaired":
      return closeBatch(setPhase(state, entry.callId, () => ({ kind: "ended", result: entry.result })));
    case "compacted":
      return compact(state, entry);
    case "ended":
      return { ...state, end: entry.end };
  }
}

/** An input after an end is a new run; one in between belongs to the run that goes on. */
function beginRun(state: ThreadState, { seq, content }: LogEntry & { readonly type: "user" }): ThreadState {
  const run = state.end === undefined ? state.run : freshRun;
  return { ...state, run, end: undefined, history: [...state.history, { kind: "user", seq, content }] };
}

function reserve(state: ThreadState, entry: LogEntry & { readonly type: "request" }): ThreadState {
  const { inputTokens, outputTokens, costUsd } = entry;
  const { run } = state;
  return {
    ...state,
    end: undefined,
    open: { inputTokens, outputTokens, costUsd },
    run: {
      ...run,
      turns: run.turns + (entry.purpose === "turn" ? 1 : 0),
      reserved: addReservation(run.reserved, { inputTokens, outputTokens, costUsd }, 1),
    },
  };
}

function settleUsage(state: ThreadState, entry: LogEntry & { readonly type: "usage" }): ThreadState {
  const { run, open } = state;
  const { tokens } = entry;
  const usage = {
    input: run.usage.input + tokens.input,
    cacheRead: run.usage.cacheRead + tokens.cacheRead,
    cacheWrite: run.usage.cacheWrite + tokens.cacheWrite,
    output: run.usage.output + tokens.output,
  };
  const reserved = open === undefined ? run.reserved : addReservation(run.reserved, open, -1);
  const told = open !== undefined && open.inputTokens > 0 && tokens.input > 0;
  // One wrong report must not make every later estimate absurd.
  const tokenRatio = told
    ? Math.min(3, Math.max(0.3, (state.tokenRatio * tokens.input) / open.inputTokens))
    : undefined;
  return {
    ...state,
    open: undefined,
    tokenRatio: tokenRatio ?? state.tokenRatio,
    run: { ...run, usage, reserved, costUsd: run.costUsd + entry.costUsd },
  };
}

function addReservation(sum: Reservation, each: Reservation, sign: 1 | -1): Reservation {
  return {
    inputTokens: sum.inputTokens + sign * each.inputTokens,
    outputTokens: sum.outputTokens + sign * each.outputTokens,
    costUsd: sum.costUsd + sign * each.costUsd,
  };
}

function openResponse(state: ThreadState, entry: LogEntry & { readonly type: "response" }): ThreadState {
  const { seq, content, finish } = entry;
  const parts = content.filter((part) => part.type === "call");
  return {
    ...state,
    history: [...state.history, { kind: "response", seq, content, finish }],
    calls: parts.map((part) => ({ part, phase: { kind: "pending" } })),
    callIds: parts.length === 0 ? state.callIds : new Set([...state.callIds, ...parts.map(({ callId }) => callId)]),
  };
}

/** A call that has a result keeps it, whatever is told afterwards. */
function setPhase(state: ThreadState, callId: string, next: (phase: CallPhase) => CallPhase): ThreadState {
  const calls = state.calls.map((call) =>
    call.part.callId === callId && call.phase.kind !== "ended" ? { ...call, phase: next(call.phase) } : call,
  );
  return { ...state, end: undefined, calls };
}

function decide(state: ThreadState, { callId, decision }: LogEntry & { readonly type: "decided" }): ThreadState {
  const call = state.calls.find(({ part }) => part.callId === callId);
  const decided = setPhase(state, callId, (phase) =>
    phase.kind === "asked" ? { kind: "decided", consent: { ask: phase.ask, decision } } : phase,
  );
  // A decision alone does not make a thread run again.
  const kept = { ...decided, end: state.end };
  if (call === undefined || decision.verdict === "answered" || decision.remember === undefined) return kept;
  const rule = { tool: call.part.tool, verdict: decision.verdict, input: decision.remember.input };
  return { ...kept, rules: [...kept.rules, rule] };
}

/** When the last call has its result, all of them follow the response together, in the order of the calls. */
function closeBatch(state: ThreadState): ThreadState {
  const results = state.calls.flatMap(({ part, phase }) =>
    phase.kind === "ended" ? [{ part, result: phase.result }] : [],
  );
  if (results.length === 0 || results.length < state.calls.length) return state;
  return { ...state, calls: [], history: [...state.history, { kind: "results", seq: state.seq, results }] };
}

function compact(state: ThreadState, entry: LogEntry & { readonly type: "compacted" }): ThreadState {
  if (entry.kind === "summary") {
    const kept = state.history.filter((item) => item.seq > entry.upTo);
    return { ...state, history: [{ kind: "summary", seq: entry.upTo, text: entry.text }, ...kept] };
  }
  const texts = new Map(entry.texts.map(({ callId, text }) => [callId, text]));
  const history = state.history.map((item) =>
    item.kind === "results" ? { ...item, results: item.results.map((each) => shorten(each, texts)) } : item,
  );
  return { ...state, history };
}

function shorten({ part, result }: AnsweredCall, texts: ReadonlyMap<string, string>): AnsweredCall {
  const text = texts.get(part.callId);
  if (text === undefined) return { part, result };
  const { attachments: _dropped, ...rest } = result;
  return { part, result: { ...rest, text } };
}
