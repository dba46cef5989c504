import type { Result, ServerContext } from "@modelcontextprotocol/server";
import type { Outcome } from "../../call/outcome.ts";
import { withinTime } from "../../call/within-time.ts";
import { canAnswer, type CanAsk } from "../ask/questions.ts";
import { resumeCall } from "../ask/resume.ts";
import { clientCapabilities, type Connection } from "../connection.ts";
import type { CallParams } from "../tools/call-params.ts";
import { callTool, wireOutcome } from "../tools/call-tool.ts";
import { keepOutcome, runRound, type TaskCall } from "./run-task.ts";
import type { TaskStore } from "./task-store.ts";
import type { Task } from "./task.ts";
import { knowsTasks, tasksNotOffered, wireCreatedTask } from "./wire-task.ts";

/** How long the client waits before it has to poll: refusals, first questions and quick answers come at once. */
const briefMs = 100;

/** One `tools/call`: a task if the tool is long-running and the client can poll, otherwise an answer. */
export async function callOrStartTask(
  connection: Connection,
  params: CallParams,
  context: ServerContext,
): Promise<Result> {
  const { definition, caller, era } = connection;
  const { kernel, tasks, onFault } = definition;
  const tool = tasks === undefined ? undefined : kernel.tool(params.name);
  if (tasks === undefined || tool?.longRunning !== true) return await callTool(connection, params, context);

  const capabilities = clientCapabilities(connection, context);
  const canPoll = era === "modern" && knowsTasks(capabilities);
  if (!canPoll && tasks.required.has(tool.name)) throw tasksNotOffered(tool.name);
  const { store } = tasks;
  const resumed = resumeCall(context);
  const task = canPoll ? store.open(caller.session, tool.deadlineMs) : undefined;
  // If there are too many tasks already, the client waits for the call.
  if (task === undefined) return await callTool(connection, params, context);
  const call: TaskCall = { kernel, store, caller, params, onFault };
  const canAsk: CanAsk = (kind) => canAnswer(capabilities, kind);
  const round = runRound(call, task, resumed, canAsk);
  const early = await waitBriefly(store, task, round, context.mcpReq.signal);
  if (early !== undefined) return await wireOutcome(kernel, early.value, canAsk, onFault);
  void round.then((outcome) => keepOutcome(call, task, outcome, canAsk));
  return wireCreatedTask(task);
}

/** The outcome if it comes quickly; then no task is needed. */
async function waitBriefly(
  store: TaskStore,
  task: Task,
  round: Promise<Outcome>,
  signal: AbortSignal,
): Promise<{ readonly value: Outcome } | undefined> {
  // A client that hangs up before there is a task can never ask for it.
  const hangUp = (): void => store.forget(task);
  signal.addEventListener("abort", hangUp, { once: true });
  if (signal.aborted) hangUp();
  const early = await withinTime(store.clock, briefMs, round);
  signal.removeEventListener("abort", hangUp);
  if (early !== undefined) store.forget(task);
  return early;
}
