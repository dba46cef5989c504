import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Caller, KernelEvent } from "toolwright";
import { toPending, toRecord, type PendingCall, type UsageRecord } from "./usage-record.ts";
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
/** Counting tokens blocks the thread for a moment, which calls need more: waits until no call has ended for this long. */
const quietMs = 250;
/** But it is not postponed forever; after this long, it runs with pauses of `busyMs`. */
const maxPostponedMs = 5_000;
const busyMs = 25;
const flushAt = 256;
/** How many are written in one go. */
const portion = 64;
const maxWaiting = 1_024;

/** Records every call without slowing it down: calls wait in memory and are written in batches. */
// oxlint-disable-next-line max-lines-per-function -- one file and one timer; every function inside is short
export function openUsageLog({ folder, enabled, projectOf }: UsageLogOptions): UsageLog {
  const callers = createCallers();
  const writer = createUsageWriter(folder);
  const waiting: PendingCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  /** By a monotonic clock. */
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
    // In a separate turn, so that the call that fills the batch is not delayed.
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
  /** Further calls would soon be lost: then counting takes precedence. */
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
    // Calls that arrive meanwhile wait for the next quiet time.
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
      // Counting takes a millisecond or two: with pauses, running calls rarely wait for more than one of them.
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
