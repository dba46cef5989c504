import type { AnyKernel } from "../../call/kernel.ts";
import { createTaskStore, type TaskStore } from "./task-store.ts";

/** How long the answers of long calls are kept, and which tools need a client that polls. */
export interface TaskOptions {
  /** How long a client may take to fetch an answer. Default: 10 minutes. Questions wait as long as approvals are valid. */
  readonly keepMs?: number;
  /**
   * Long-running tools that are refused to clients that cannot poll: for servers behind a gateway that would cut the
   * call off anyway. Every other tool runs while such a client waits.
   */
  readonly required?: readonly string[];
}

export interface ServedTasks {
  readonly store: TaskStore;
  readonly required: ReadonlySet<string>;
}

const limits = { maxOpen: 200, maxTasks: 1_000, maxBytes: 64 * 1024 * 1024 };

/** Undefined if no tool is long-running: then there is nothing to poll for. */
export function createTasks(kernel: AnyKernel, options: TaskOptions): ServedTasks | undefined {
  const { keepMs = 10 * 60_000, required = [] } = options;
  if (!kernel.toolNames.some((name) => kernel.tool(name)?.longRunning === true)) return undefined;
  return { store: createTaskStore({ ...limits, keepMs }), required: new Set(required) };
}

export function findTaskProblems(kernel: AnyKernel, { keepMs = 1, required = [] }: TaskOptions): string[] {
  const notLong = required.filter((name) => kernel.tool(name)?.longRunning !== true);
  return [
    ...notLong.map((name) => `tasks.required names ${JSON.stringify(name)}, which is no tool with longRunning: true`),
    ...(Number.isInteger(keepMs) && keepMs > 0 ? [] : [`tasks.keepMs ${keepMs} must be a whole number from 1 on`]),
  ];
}
