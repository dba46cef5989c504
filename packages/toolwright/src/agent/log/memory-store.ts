import { ToolError } from "../../tool/tool-error.ts";
import type { LogEntry } from "./entries.ts";
import { isSubagentThread, subagentPrefix } from "./subagent-threads.ts";
import type { ThreadStore } from "./thread-store.ts";

interface Stored {
  readonly entries: LogEntry[];
  isOpen: boolean;
}

/** Keeps threads as long as the process lives. */
export function createMemoryThreads(): ThreadStore {
  const threads = new Map<string, Stored>();

  return {
    async open(thread) {
      const stored = threads.get(thread) ?? { entries: [], isOpen: false };
      if (stored.isOpen) throw threadBusy(thread);
      stored.isOpen = true;
      threads.set(thread, stored);
      return {
        entries: [...stored.entries],
        async append(entries) {
          if (!stored.isOpen) throw threadClosed(thread);
          stored.entries.push(...entries);
        },
        async close() {
          stored.isOpen = false;
          if (stored.entries.length === 0) threads.delete(thread);
        },
      };
    },
    read: async (thread) => [...(threads.get(thread)?.entries ?? [])],
    list: async () =>
      [...threads]
        .filter(([thread, { entries }]) => entries.length > 0 && !isSubagentThread(thread))
        .map(([thread, { entries }]) => ({
          thread,
          entries: entries.length,
          changedAt: entries.at(-1)?.time ?? 0,
        })),
    async delete(thread) {
      if (threads.get(thread)?.isOpen === true) throw threadBusy(thread);
      const prefix = subagentPrefix(thread);
      for (const name of [...threads.keys()].filter((each) => each.startsWith(prefix))) threads.delete(name);
      return threads.delete(thread);
    },
    async close() {},
  };
}

export function threadBusy(thread: string, detail = ""): ToolError {
  const message = `The thread ${JSON.stringify(thread)} is in use by another run.${detail}`;
  return new ToolError("thread_busy", `${message} Wait until that has ended, or cancel it.`, { retryable: true });
}

export function threadClosed(thread: string): ToolError {
  return new ToolError("thread_closed", `The thread ${JSON.stringify(thread)} was closed; open it again.`);
}
