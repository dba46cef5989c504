import type { RunEnd } from "../log/entries.ts";
import type { OpenCall, ThreadState } from "../log/thread-state.ts";

/** What a run does next. It follows from the thread's state alone, so that a run can be continued by any process. */
export type RunStep =
  /** New calls: which of them need a person? */
  | { readonly kind: "judge"; readonly calls: readonly OpenCall[] }
  /** Calls that go together: several that only read, or one that changes something. */
  | { readonly kind: "call"; readonly calls: readonly OpenCall[] }
  | { readonly kind: "ask-model" }
  | { readonly kind: "end"; readonly end: RunEnd };

/** What the next step depends on besides the state. */
export interface StepFacts {
  /** Calls whose gates have been looked at in this run. */
  readonly judged: ReadonlySet<string>;
  readonly isReadOnly: (tool: string) => boolean;
}

/** Calls begin in the order in which the model wrote them, and none begins behind one that waits for a person. */
export function nextStep(state: ThreadState, { judged, isReadOnly }: StepFacts): RunStep {
  const open = state.calls.filter(({ phase }) => phase.kind !== "ended");
  const [first] = open;
  if (first !== undefined) {
    const unjudged = open.filter(({ part, phase }) => phase.kind === "pending" && !judged.has(part.callId));
    if (unjudged.length > 0) return { kind: "judge", calls: unjudged };
    if (first.phase.kind === "asked") return { kind: "end", end: { status: "awaiting" } };
    return { kind: "call", calls: takeGroup(open, first, isReadOnly) };
  }
  const last = state.history.at(-1);
  if (last === undefined) return { kind: "end", end: nothingToDo };
  return last.kind === "response" ? { kind: "end", end: endOf(last.finish) } : { kind: "ask-model" };
}

function takeGroup(
  open: readonly OpenCall[],
  first: OpenCall,
  isReadOnly: (tool: string) => boolean,
): readonly OpenCall[] {
  if (!isReadOnly(first.part.tool)) return [first];
  const end = open.findIndex(({ part, phase }) => phase.kind === "asked" || !isReadOnly(part.tool));
  return end === -1 ? open : open.slice(0, end);
}

/** An answer without calls is the last one. */
function endOf(finish: string): RunEnd {
  switch (finish) {
    case "refused":
      return { status: "refused", message: "The model or its provider refused to answer." };
    case "length":
      return {
        status: "stopped",
        why: "tokens",
        message: "The answer was cut off at the most tokens that one may have.",
      };
    default:
      return { status: "done" };
  }
}

const nothingToDo: RunEnd = {
  status: "failed",
  code: "empty_thread",
  message: "The thread has no input. Start it with `run`.",
  recoverable: false,
};
