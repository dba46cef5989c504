import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type JSONObject,
} from "@modelcontextprotocol/server";
import { type JsonObject, isJsonObject } from "../../tool/schema.ts";
import type { Task, TaskState } from "./task.ts";

/** The name of the extension in the capabilities of both sides; it has no settings. */
export const tasksExtension: Record<string, JSONObject> = { "io.modelcontextprotocol/tasks": {} };
const [extensionId = ""] = Object.keys(tasksExtension);

/** Polling more often would yield nothing new: progress is reported twice a second at most. */
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
      // Like the answer to the plain call, with what the SDK adds to it: clients parse both with one schema.
      return { result: { resultType: "complete", ...state.result } };
    case "failed":
      return { error: state.error };
    case "working":
    case "cancelled":
      return {};
  }
}
