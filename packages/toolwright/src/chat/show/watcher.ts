import type { AgentEvent, RunOutcome } from "../../agent/run/events.ts";

/** Who watches a conversation: a person at a terminal, or a program. */
export interface Watcher {
  /** `signal` aborts when the person has cancelled the turn. */
  show(event: AgentEvent, signal: AbortSignal): Promise<void>;
  /** The person's input was dealt with, or waits for decisions that nobody here makes. */
  end(outcome: RunOutcome): Promise<void>;
}
