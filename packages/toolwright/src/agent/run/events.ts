import type { Ask, RunEnd, TokenUsage } from "../log/entries.ts";

/** A name that a model has made up, and that no tool has. */
export type UnknownTool = string & { readonly unknownTool: true };

/** Something that waits for a person or for the host, and the call that it is about. */
export interface PendingAsk<Name extends string = string> {
  readonly callId: string;
  readonly tool: Name;
  /** The tool's name for people. */
  readonly title: string;
  /** A decision on an approval may come at any time: `expiresAt` of its request holds for calls without an agent. */
  readonly ask: Ask;
  /** The subagents that ask, the outermost first; empty if the agent itself does. */
  readonly from: readonly { readonly name: string; readonly title: string }[];
}

/** How a run ended, and what it has used from the person's input on. */
export type RunOutcome<Name extends string = string> = RunEnd & {
  readonly thread: string;
  /** The model's last words; empty if it has said none. */
  readonly text: string;
  /** What a run with the status `awaiting` waits for. */
  readonly asks: readonly PendingAsk<Name>[];
  readonly turns: number;
  readonly usage: TokenUsage;
  /** Undefined if the price of a model is not known. */
  readonly costUsd: number | undefined;
};

/** What happens in a run, for those who watch. The last event is always `end`. */
export type AgentEvent<Name extends string = string> =
  | { readonly type: "turn"; readonly turn: number; readonly model: string }
  | { readonly type: "text" | "reasoning"; readonly delta: string }
  /** The model is asked again; what it has said in this turn does not count. */
  | { readonly type: "retry"; readonly model: string; readonly waitMs: number; readonly reason: string }
  /** `costUsd` is undefined if the price of the model is not known. */
  | { readonly type: "usage"; readonly model: string; readonly usage: TokenUsage; readonly costUsd: number | undefined }
  | {
      readonly type: "call-start";
      readonly callId: string;
      readonly tool: Name | UnknownTool;
      readonly title: string;
      /** As the model wrote it. */
      readonly input: string;
    }
  | { readonly type: "call-progress"; readonly callId: string; readonly message: string }
  | {
      readonly type: "call-end";
      readonly callId: string;
      readonly tool: Name | UnknownTool;
      readonly status: string;
      readonly text: string;
      readonly durationMs: number;
      /** Of the program that the call ran: its exit code, or the signal that ended it. */
      readonly exit?: number | string;
    }
  /** The call goes on beside the loop; its `call-end` comes later. */
  | { readonly type: "call-detached"; readonly callId: string; readonly tool: Name; readonly title: string }
  | { readonly type: "asked"; readonly ask: PendingAsk<Name> }
  /** Somebody else than the model said something between two turns: a person, a hook, or a call that went on beside the loop. */
  | {
      readonly type: "message";
      readonly from: "person" | "hook" | "call";
      readonly text: string;
      readonly callId?: string;
    }
  | { readonly type: "compacted"; readonly kind: "results" | "summary"; readonly message: string }
  /** Something that happened in the subagent of a call, for those who have asked for it. */
  | {
      readonly type: "subagent";
      readonly callId: string;
      readonly tool: Name;
      readonly title: string;
      readonly event: Exclude<AgentEvent<Name>, { readonly type: "end" }>;
    }
  /** `dropped`: how many events were left out because nobody read them in time. */
  | { readonly type: "end"; readonly outcome: RunOutcome<Name>; readonly dropped: number };

/** Events on their way to one reader. Writing never waits: whoever reads too slowly misses some, but never the end. */
export interface EventQueue extends AsyncIterable<AgentEvent> {
  push(event: Exclude<AgentEvent, { type: "end" }>): void;
  end(outcome: RunOutcome): void;
}

const mostWaiting = 1_000;

export function createEventQueue(): EventQueue {
  const waiting: AgentEvent[] = [];
  let dropped = 0;
  let isOver = false;
  let isGone = false;
  let wake: (() => void) | undefined;

  function add(event: AgentEvent): void {
    if (isGone) return;
    const last = waiting.at(-1);
    const joined = last === undefined ? undefined : joinPieces(last, event);
    if (joined !== undefined) {
      waiting[waiting.length - 1] = joined;
    } else if (waiting.length >= mostWaiting && event.type !== "end") {
      dropped += 1;
    } else {
      waiting.push(event);
    }
    wake?.();
  }

  async function* read(): AsyncGenerator<AgentEvent, void, undefined> {
    try {
      for (;;) {
        const event = waiting.shift();
        if (event !== undefined) yield event;
        else if (isOver) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      // A reader that has left does not come back.
      isGone = true;
      waiting.length = 0;
    }
  }

  return {
    push: add,
    end(outcome) {
      add({ type: "end", outcome, dropped });
      isOver = true;
      wake?.();
    },
    [Symbol.asyncIterator]: read,
  };
}

/** Pieces of a text that nobody has read yet are one piece. */
function joinPieces(last: AgentEvent, next: AgentEvent): AgentEvent | undefined {
  if ("delta" in last && "delta" in next && last.type === next.type) {
    return { type: next.type, delta: last.delta + next.delta };
  }
  if (last.type !== "subagent" || next.type !== "subagent" || last.callId !== next.callId) return undefined;
  const event = joinPieces(last.event, next.event);
  return event === undefined || event.type === "end" ? undefined : { ...next, event };
}
