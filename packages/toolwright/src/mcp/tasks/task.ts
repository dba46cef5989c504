import type { Answers, Question } from "../../tool/question.ts";
import type { JsonObject } from "../../tool/schema.ts";

// No types of the SDK: it is bundled, so that those who import ours could not resolve them.

/** A call that its client polls for. */
export interface Task {
  readonly id: string;
  /** Whose it is: to every other session the task does not exist. */
  readonly session: string;
  /** The longest that one round of its call may take. */
  readonly deadlineMs: number;
  /** Milliseconds since 1970, for people. */
  readonly createdAt: number;
  updatedAt: number;
  /** From its creation on; grows, never shrinks. */
  ttlMs: number;
  /** How often its call has run, this time included. */
  round: number;
  state: TaskState;
  /** What a person may read about the state. */
  message: string | undefined;
  /** The client has seen how it ended. */
  fetched: boolean;
}

export type TaskState = { readonly status: "working"; readonly stop: AbortController } | Waiting | EndedState;

/** Between two rounds: nothing runs. */
export interface Waiting {
  readonly status: "input_required";
  /** What is still to be answered, by keys of this task alone. */
  readonly open: JsonObject;
  readonly answered: Answers;
  /** Starts the next round; the client may be able to answer other questions by then. */
  resume(answered: Answers, canAsk: (kind: Question["kind"]) => boolean): void;
}

export type EndedState =
  | { readonly status: "completed"; readonly result: JsonObject }
  | { readonly status: "failed"; readonly error: TaskError }
  | { readonly status: "cancelled" };

/** As JSON-RPC tells errors. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export function hasEnded(state: TaskState): state is EndedState {
  return state.status !== "working" && state.status !== "input_required";
}
