import type { RunEnd } from "../log/entries.ts";
import { isWaiting, type OpenCall } from "../log/open-calls.ts";
import type { WaitingMessage } from "../log/history.ts";
import type { ThreadState } from "../log/thread-state.ts";

/** What a run does next. It follows from the thread's state alone, so that a run can be continued by any process. */
export type RunStep =
  /** A hook decides about the model's answer. */
  | { readonly kind: "review" }
  /** New calls: which of them need a person? */
  | { readonly kind: "judge"; readonly calls: readonly OpenCall[] }
  /** Calls that go together: several that only read, or one that changes something. */
  | { readonly kind: "call"; readonly calls: readonly OpenCall[] }
  /** Calls of tools that the host runs. */
  | { readonly kind: "ask-host"; readonly calls: readonly OpenCall[] }
  /** Calls beside the loop that nobody runs. */
  | { readonly kind: "restart"; readonly calls: readonly OpenCall[] }
  /** What has come since the model was asked becomes part of the history. */
  | { readonly kind: "deliver"; readonly messages: readonly WaitingMessage[] }
  /** A hook decides about the history. */
  | { readonly kind: "clear" }
  | { readonly kind: "ask-model" }
  | { readonly kind: "last-answer"; readonly end: RunEnd }
  /** Nothing to do until a call beside the loop ends, or a person says something. */
  | { readonly kind: "wait" }
  | { readonly kind: "end"; readonly end: RunEnd };

/** What the next step depends on besides the state. */
export interface StepFacts {
  /** Calls whose gates have been looked at in this run. */
  readonly judged: ReadonlySet<string>;
  readonly isReadOnly: (tool: string) => boolean;
  readonly isOfHost: (tool: string) => boolean;
  /** Calls beside the loop that go on in this run. */
  readonly isRunning: (callId: string) => boolean;
  /** Which hooks there are. */
  readonly reviews: boolean;
  readonly clears: boolean;
}

/** Calls begin in the order in which the model wrote them, and none begins behind one that waits for a person. */
export function nextStep(state: ThreadState, facts: StepFacts): RunStep {
  const { history, stopping, waiting } = state;
  const last = history.at(-1);
  if (facts.reviews && isUnreviewed(state)) return { kind: "review" };
  if (stopping !== undefined && !stopping.owesAnswer) return { kind: "end", end: stopping.end };
  const idle = state.background.filter(
    ({ part, phase }) => phase.kind !== "asked" && phase.kind !== "ended" && !facts.isRunning(part.callId),
  );
  if (idle.length > 0) return { kind: "restart", calls: idle };
  const open = state.calls.filter(({ phase }) => phase.kind !== "ended");
  const [first] = open;
  if (first !== undefined) return stepOfCalls(state, open, first, facts);
  if (waiting.length > 0 && stopping === undefined) return { kind: "deliver", messages: waiting };
  if (last === undefined) return { kind: "end", end: nothingToDo };
  if (last.kind === "response") return stepOfAnswer(state, last.finish);
  if (facts.clears && !state.isCleared) return { kind: "clear" };
  return stopping === undefined ? { kind: "ask-model" } : { kind: "last-answer", end: stopping.end };
}

/** A refusal says nothing that could be sent back, and calls that have begun cannot be taken back. */
function isUnreviewed({ isReviewed, history, calls }: ThreadState): boolean {
  const last = history.at(-1);
  if (isReviewed || last?.kind !== "response" || last.finish === "refused") return false;
  return calls.every(({ phase }) => phase.kind === "pending");
}

function stepOfCalls(state: ThreadState, open: readonly OpenCall[], first: OpenCall, facts: StepFacts): RunStep {
  const unjudged = open.filter(({ part, phase }) => phase.kind === "pending" && !facts.judged.has(part.callId));
  if (unjudged.length > 0) return { kind: "judge", calls: unjudged };
  if (isWaiting(first)) {
    // A subagent that has begun is not behind anything: it goes on as soon as there is something to tell it.
    const told = open.filter((call) => call.phase.kind === "subagent-asked" && !isWaiting(call));
    return told.length > 0 ? { kind: "call", calls: told } : waitOr(state, { status: "awaiting" });
  }
  const isNextOfHost = ({ part, phase }: OpenCall): boolean => phase.kind === "pending" && facts.isOfHost(part.tool);
  if (isNextOfHost(first)) return { kind: "ask-host", calls: takeWhile(open, isNextOfHost) };
  const isNextRead = (call: OpenCall): boolean => !isWaiting(call) && facts.isReadOnly(call.part.tool);
  return { kind: "call", calls: isNextRead(first) ? takeWhile(open, isNextRead) : [first] };
}

function takeWhile(open: readonly OpenCall[], fits: (call: OpenCall) => boolean): readonly OpenCall[] {
  const end = open.findIndex((call) => !fits(call));
  return end === -1 ? open : open.slice(0, end);
}

/** An answer without calls is the last one, unless calls beside the loop have something to tell. */
function stepOfAnswer(state: ThreadState, finish: string): RunStep {
  switch (finish) {
    case "refused":
      return { kind: "end", end: { status: "refused", message: "The model or its provider refused to answer." } };
    case "length": {
      const message = "The answer was cut off at the most tokens that one may have.";
      return { kind: "end", end: { status: "stopped", why: "tokens", message } };
    }
    default:
      return waitOr(state, state.background.length === 0 ? { status: "done" } : { status: "awaiting" });
  }
}

/** A run does not end while calls go on beside it: nothing would be left to hear of them. */
function waitOr({ background }: ThreadState, end: RunEnd): RunStep {
  return background.some(({ phase }) => phase.kind !== "asked") ? { kind: "wait" } : { kind: "end", end };
}

/** What comes of a thread in which nobody has said anything. */
export const nothingToDo: RunEnd = {
  status: "failed",
  code: "empty_thread",
  message: "The thread has no input. Start it with `run`.",
  recoverable: false,
};
