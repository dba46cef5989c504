import type { ServerContext } from "@modelcontextprotocol/server";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describeValue } from "../../tool/describe-value.ts";
import type { Answers } from "../../tool/question.ts";
import { isJsonObject } from "../../tool/schema.ts";
import { canAnswer, type CanAsk } from "../ask/questions.ts";
import { clientCapabilities, type Connection } from "../connection.ts";
import type { TaskStore } from "./task-store.ts";
import { hasEnded, type Task } from "./task.ts";
import { knowsTasks, tasksNotOffered, unknownTask, wireTask } from "./wire-task.ts";

/** Polling for tasks, answering their questions, cancelling them. */
export function handleTasks(connection: Connection, store: TaskStore): void {
  const { server, caller } = connection;
  const params = taskParams;

  function find(id: string, context: ServerContext): Task {
    const { method } = context.mcpReq;
    if (!knowsTasks(clientCapabilities(connection, context))) throw tasksNotOffered(method);
    const task = store.find(id, caller.session);
    if (task === undefined) throw unknownTask(id);
    return task;
  }

  server.setRequestHandler("tasks/get", { params }, ({ taskId }, context) => {
    const task = find(taskId, context);
    task.fetched = hasEnded(task.state);
    return wireTask(task);
  });

  server.setRequestHandler("tasks/update", { params }, ({ taskId }, context) => {
    const capabilities = clientCapabilities(connection, context);
    const task = find(taskId, context);
    answerTask(store, task, context.mcpReq.inputResponses ?? {}, (kind) => canAnswer(capabilities, kind));
    return {};
  });

  server.setRequestHandler("tasks/cancel", { params }, ({ taskId }, context) => {
    cancelTask(store, find(taskId, context));
    return {};
  });
}

/** Answers may come one by one, twice, or unasked; the call continues when it has them all. */
function answerTask(store: TaskStore, task: Task, given: Answers, canAsk: CanAsk): void {
  const { state } = task;
  if (state.status !== "input_required") return;
  const asked = Object.entries(state.open);
  const open = Object.fromEntries(asked.filter(([key]) => !Object.hasOwn(given, key)));
  const now = asked.flatMap(([key]) => (Object.hasOwn(given, key) ? [[key, given[key]] as const] : []));
  const answered = { ...state.answered, ...Object.fromEntries(now) };
  if (Object.keys(open).length === 0) state.resume(answered, canAsk);
  else if (now.length > 0) store.change(task, { ...state, open, answered }, task.message);
}

function cancelTask(store: TaskStore, task: Task): void {
  const { state } = task;
  if (state.status === "working") state.stop.abort(new Error("The client has cancelled the task."));
  if (state.status === "input_required")
    store.change(task, { status: "cancelled" }, "It was cancelled while it waited.");
}

const taskParams: StandardSchemaV1<unknown, { readonly taskId: string }> = {
  "~standard": {
    version: 1,
    vendor: "toolwright",
    validate(params) {
      const taskId = isJsonObject(params) ? params["taskId"] : undefined;
      if (typeof taskId === "string") return { value: { taskId } };
      return { issues: [{ message: `taskId must be a text, got ${describeValue(taskId)}` }] };
    },
  },
};
