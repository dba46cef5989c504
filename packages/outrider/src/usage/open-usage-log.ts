import { setImmediate } from "node:timers/promises";
import type { Caller, KernelEvent } from "toolwright";
import { toRecord, type UsageRecord } from "./usage-record.ts";
import { createUsageWriter } from "./usage-writer.ts";

export interface UsageLogOptions {
  /** Called when there is something to write. */
  folder(): Promise<string>;
  readonly enabled: boolean;
  /** Which project a session works on; only a hash of it is stored. Called during the call, so it must be fast. */
  readonly projectOf?: (caller: Caller) => string | undefined;
}

export interface UsageLog {
  /** For the kernel's `onEvent`. Takes microseconds and never throws. */
  record(event: KernelEvent): void;
  /** Writes pending calls. Never rejects. */
  flush(): Promise<void>;
  /** Statistics of this process; `lost` calls could not be stored, for any reason. */
  stats(): { readonly written: number; readonly waiting: number; readonly lost: number; readonly failures: number };
  close(): Promise<void>;
}

const flushMs = 1_000;
const flushAt = 256;
const maxWaiting = 1_024;

/** Records every call without slowing it down: calls wait in memory and are written in batches. */
export function openUsageLog({ folder, enabled, projectOf }: UsageLogOptions): UsageLog {
  const callers = createCallers();
  const writer = createUsageWriter(folder);
  const waiting: UsageRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = !enabled;

  function record(event: KernelEvent): void {
    if (closed) return;
    if (event.type === "call-start") callers.add(event.callId, event.caller);
    if (event.type !== "call-end") return;
    const caller = callers.take(event.callId);
    if (waiting.length >= maxWaiting) return writer.lose(1);
    waiting.push(toRecord(event.outcome, caller, askProject(caller, projectOf)));
    // In a separate turn, so that the call that fills the batch is not delayed.
    if (waiting.length === flushAt) void setImmediate().then(flush);
    flushLater();
  }

  function flushLater(): void {
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeWaiting().finally(() => {
      writing = undefined;
      if (waiting.length > 0 && !closed) flushLater();
    });
    return writing;
  }

  async function writeWaiting(): Promise<void> {
    if (waiting.length === 0 || (writer.isPaused() && !closed)) return;
    await writer.write(waiting.splice(0));
  }

  async function close(): Promise<void> {
    closed = true;
    await writing;
    await flush();
    clearTimeout(timer);
  }

  return { record, flush, stats: () => ({ ...writer.counts(), waiting: waiting.length }), close };
}

const maxCallers = 4_096;

/** The callers of running calls. A call that never ends is forgotten, oldest first. */
function createCallers() {
  const callers = new Map<string, Caller>();
  return {
    add(callId: string, caller: Caller): void {
      callers.set(callId, caller);
      const [oldest] = callers.keys();
      if (callers.size > maxCallers && oldest !== undefined) callers.delete(oldest);
    },
    take(callId: string): Caller | undefined {
      const caller = callers.get(callId);
      callers.delete(callId);
      return caller;
    },
  };
}

function askProject(caller: Caller | undefined, projectOf: UsageLogOptions["projectOf"]): string | undefined {
  try {
    return caller === undefined ? undefined : projectOf?.(caller);
  } catch {
    return undefined;
  }
}
