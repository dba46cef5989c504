import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type JSONObject,
} from "@modelcontextprotocol/server";
import type { Answers, Question } from "../../tool/question.ts";
import { type JsonObject, isJsonObject } from "../../tool/schema.ts";

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

/** As both sides name the extension among their capabilities; it has no settings. */
export const tasksExtension: Record<string, JSONObject> = { "io.modelcontextprotocol/tasks": {} };
const [extensionId = ""] = Object.keys(tasksExtension);

/** More often would tell the client nothing new: progress comes twice a second at most. */
const pollIntervalMs = 1_000;

/** The answer to `tools/call` that says where the real one will be. */
export function wireCreatedTask(task: Task): JsonObject {
  return { resultType: "task", ...commonFields(task) };
}

/** The answer to `tasks/get`. */
export function wireTask(task: Task): JsonObject {
  return { ...commonFields(task), ...ownFields(task.state) };
}

export function knowsTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && isJsonObject(extensions[extensionId]);
}

export function tasksNotOffered(what: string): ProtocolError {
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: tasksExtension } },
    `${what} needs a client that declares the extension ${extensionId} with the request.`,
  );
}

export function unknownTask(id: string): ProtocolError {
  const shown = JSON.stringify(id.slice(0, 100));
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no task ${shown}: it has expired, or was never this client's. Call its tool again.`,
  );
}

function commonFields({ id, state, message, createdAt, updatedAt, ttlMs }: Task): JsonObject {
  return {
    taskId: id,
    status: state.status,
    ...(message === undefined ? {} : { statusMessage: message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs,
    pollIntervalMs,
  };
}

function ownFields(state: TaskState): JsonObject {
  switch (state.status) {
    case "input_required":
      return { inputRequests: state.open };
    case "completed":
      // As the plain call would be answered, with what the SDK adds to it: clients read both with one schema.
      return { result: { resultType: "complete", ...state.result } };
    case "failed":
      return { error: state.error };
    case "working":
    case "cancelled":
      return {};
  }
}
