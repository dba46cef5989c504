import type { Answers, Question } from "../../tool/question.ts";
import type { JsonObject } from "../../tool/schema.ts";

// No types of the SDK: it is bundled, so importers of this package could not resolve them.

/** A call that its client polls for. */
export interface Task {
  readonly id: string;
  /** Its owner: to every other session the task does not exist. */
  readonly session: string;
  /** The longest that one round of its call may take. */
  readonly deadlineMs: number;
  /** Milliseconds since 1970, for people. */
  readonly createdAt: number;
  updatedAt: number;
  /** Since its creation; only ever increases. */
  ttlMs: number;
  /** How often its call has run, including this time. */
  round: number;
  state: TaskState;
  /** A description of the state for people. */
  message: string | undefined;
  /** The client has seen how it ended. */
  fetched: boolean;
}

export type TaskState = { readonly status: "working"; readonly stop: AbortController } | Waiting | EndedState;

/** Between two rounds: nothing is running. */
export interface Waiting {
  readonly status: "input_required";
  /** What is still to be answered, by keys unique to this task. */
  readonly open: JsonObject;
  readonly answered: Answers;
  /** Starts the next round; by then the client may be able to answer other questions. */
  resume(answered: Answers, canAsk: (kind: Question["kind"]) => boolean): void;
}

export type EndedState =
  | { readonly status: "completed"; readonly result: JsonObject }
  | { readonly status: "failed"; readonly error: TaskError }
  | { readonly status: "cancelled" };

/** An error as in JSON-RPC. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export function hasEnded(state: TaskState): state is EndedState {
  return state.status !== "working" && state.status !== "input_required";
}
