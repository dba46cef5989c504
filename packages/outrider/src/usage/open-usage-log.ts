import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Caller, KernelEvent } from "toolwright";
import { toPending, toRecord, type PendingCall, type UsageRecord } from "./usage-record.ts";
import { createUsageWriter } from "./usage-writer.ts";

export interface UsageLogOptions {
  /** Asked when there is something to write. */
  folder(): Promise<string>;
  readonly enabled: boolean;
  /** Which project a session works on; only a hash of it is kept. Asked within the call's path, so at once. */
  readonly projectOf?: (caller: Caller) => string | undefined;
}

export interface UsageLog {
  /** For the kernel's `onEvent`. Takes microseconds and never throws. */
  record(event: KernelEvent): void;
  /** Writes what waits. Never rejects. */
  flush(): Promise<void>;
  /** What this process did; `lost` calls could not be kept, for whichever reason. */
  stats(): { readonly written: number; readonly waiting: number; readonly lost: number; readonly failures: number };
  close(): Promise<void>;
}

const flushMs = 1_000;
/** Counting tokens takes the thread for a moment, which calls need more: it waits until none has ended for so long. */
const quietMs = 250;
/** But not for ever, and then with so much between one and the next. */
const maxPostponedMs = 5_000;
const busyMs = 25;
const flushAt = 256;
/** Written at once. */
const portion = 64;
const maxWaiting = 1_024;

/** Notes every call without ever standing in its way: calls wait in memory and are written in batches. */
// oxlint-disable-next-line max-lines-per-function -- one file and one timer; every function inside is short
export function openUsageLog({ folder, enabled, projectOf }: UsageLogOptions): UsageLog {
  const callers = createCallers();
  const writer = createUsageWriter(folder);
  const waiting: PendingCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  /** By a clock that nobody sets. */
  let endedAt = 0;
  let oldestAt = 0;
  let closed = !enabled;

  function record(event: KernelEvent): void {
    if (closed) return;
    if (event.type === "call-start") callers.add(event.callId, event.caller);
    if (event.type !== "call-end") return;
    const caller = callers.take(event.callId);
    if (waiting.length >= maxWaiting) return writer.lose(1);
    endedAt = performance.now();
    if (waiting.length === 0) oldestAt = endedAt;
    waiting.push(toPending(event.outcome, caller, askProject(caller, projectOf)));
    // In a turn of its own: the call that fills the batch does not pay for it.
    if (waiting.length === flushAt) void setImmediate().then(flush);
    flushLater();
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isQuiet() || performance.now() - oldestAt >= maxPostponedMs) void flush();
      else flushLater();
    }, flushMs).unref();
  }

  const isQuiet = (): boolean => callers.size() === 0 && performance.now() - endedAt >= quietMs;
  /** What comes next would soon be lost: then counting goes first. */
  const isCrowded = (): boolean => waiting.length >= flushAt;

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeWaiting().finally(() => {
      writing = undefined;
      if (waiting.length === 0 || closed) return;
      oldestAt = performance.now();
      if (isCrowded() && !writer.isPaused()) void flush();
      else flushLater();
    });
    return writing;
  }

  async function writeWaiting(): Promise<void> {
    if (writer.isPaused() && !closed) return;
    // What comes meanwhile waits for quiet again.
    for (let left = waiting.length; left > 0; left -= portion) {
      const batch = waiting.splice(0, Math.min(left, portion));
      const isWritten = await countAll(batch).then(writer.write, () => writer.fail(batch.length));
      if (!isWritten) return;
    }
  }

  async function countAll(batch: readonly PendingCall[]): Promise<readonly UsageRecord[]> {
    const records: UsageRecord[] = [];
    for (const call of batch) {
      records.push(await toRecord(call));
      // Counting takes a millisecond or two: calls under way wait for one of them now and then, not for all.
      await (isQuiet() || isCrowded() || closed ? setImmediate() : sleep(busyMs));
    }
    return records;
  }

  async function close(): Promise<void> {
    closed = true;
    await writing;
    await flush();
    writer.lose(waiting.length);
    waiting.length = 0;
    clearTimeout(timer);
  }

  return { record, flush, stats: () => ({ ...writer.counts(), waiting: waiting.length }), close };
}

const maxCallers = 4_096;

/** Who made the calls that are under way. A call that never ends is forgotten, the oldest first. */
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
    size: () => callers.size,
  };
}

function askProject(caller: Caller | undefined, projectOf: UsageLogOptions["projectOf"]): string | undefined {
  try {
    return caller === undefined ? undefined : projectOf?.(caller);
  } catch {
    return undefined;
  }
}
