import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Caller, KernelEvent } from "toolwright";
import { DatabaseError, type Database } from "../sqlite/database.ts";
import { forgetOld, openUsageDatabase, writeRecords } from "./usage-database.ts";
import { toPending, toRecord, type PendingCall, type UsageRecord } from "./usage-record.ts";

export interface UsageLogOptions {
  /** Asked when there is something to write. */
  file(): Promise<string>;
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
/** Counting and writing take the thread for a moment, which calls need more: it waits until none has ended for so long. */
const quietMs = 250;
/** But not for ever, and then with so much between one and the next. */
const mostPostponedMs = 5_000;
const busyMs = 25;
const flushAt = 256;
/** Written at once: a moment that nobody notices. */
const portion = 64;
const mostWaiting = 1_024;
const mostStarted = 4_096;
const dayMs = 24 * 60 * 60 * 1000;
/** After a failure that waiting does not cure, such as a full disk. */
const pauseMs = 30_000;

/** Notes every call without ever standing in its way: records wait in memory and are written in batches. */
export function openUsageLog({ file, enabled, projectOf }: UsageLogOptions): UsageLog {
  const started = new Map<string, Caller>();
  let waiting: PendingCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let database: Database | undefined;
  let cleanedAt = 0;
  let pausedUntil = 0;
  /** By a clock that nobody sets. */
  let endedAt = 0;
  let oldestAt = 0;
  let closed = !enabled;
  const counts = { written: 0, lost: 0, failures: 0, untold: 0 };

  function record(event: KernelEvent): void {
    if (closed) return;
    if (event.type === "call-start") remember(event.callId, event.caller);
    if (event.type !== "call-end") return;
    const caller = started.get(event.callId);
    started.delete(event.callId);
    if (waiting.length >= mostWaiting) return lose(1);
    endedAt = performance.now();
    if (waiting.length === 0) oldestAt = endedAt;
    waiting.push(toPending(event.outcome, caller, askProject(caller)));
    // In a turn of its own: the call that fills the batch does not pay for it.
    if (waiting.length === flushAt) void setImmediate().then(flush);
    timer ??= setTimeout(flushWhenQuiet, flushMs).unref();
  }

  function flushWhenQuiet(): void {
    timer = undefined;
    if (isQuiet() || performance.now() - oldestAt >= mostPostponedMs) void flush();
    else timer = setTimeout(flushWhenQuiet, flushMs).unref();
  }

  function isQuiet(): boolean {
    return started.size === 0 && performance.now() - endedAt >= quietMs;
  }

  /** What comes next would soon be lost: then counting goes first. */
  function isCrowded(): boolean {
    return waiting.length >= flushAt;
  }

  function remember(callId: string, caller: Caller): void {
    started.set(callId, caller);
    if (started.size <= mostStarted) return;
    const [oldest] = started.keys();
    if (oldest !== undefined) started.delete(oldest);
  }

  function askProject(caller: Caller | undefined): string | undefined {
    try {
      return caller === undefined ? undefined : projectOf?.(caller);
    } catch {
      return undefined;
    }
  }

  function lose(calls: number): void {
    counts.lost += calls;
    counts.untold += calls;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeWaiting().finally(() => {
      writing = undefined;
      if (waiting.length === 0 || closed) return;
      oldestAt = performance.now();
      if (isCrowded() && Date.now() >= pausedUntil) void flush();
      else timer ??= setTimeout(flushWhenQuiet, flushMs).unref();
    });
    return writing;
  }

  async function writeWaiting(): Promise<void> {
    if (Date.now() < pausedUntil && !closed) return;
    // What comes meanwhile waits for quiet again.
    for (let left = waiting.length; left > 0; left -= portion) {
      const isWritten = await writeBatch(waiting.splice(0, Math.min(left, portion)));
      if (!isWritten) return;
    }
  }

  async function writeBatch(batch: readonly PendingCall[]): Promise<boolean> {
    try {
      const records: UsageRecord[] = [];
      for (const call of batch) {
        records.push(await toRecord(call));
        // Counting takes a millisecond or two: calls under way wait for one of them now and then, not for all.
        await (isQuiet() || isCrowded() || closed ? setImmediate() : sleep(busyMs));
      }
      await writeOnce(records);
      counts.written += records.length;
      counts.untold = 0;
      return true;
    } catch (error) {
      counts.failures += 1;
      if (error instanceof DatabaseError && error.code === "busy") keep(batch);
      else {
        lose(batch.length);
        closeDatabase();
        pausedUntil = Date.now() + pauseMs;
      }
      return false;
    }
  }

  /** Somebody else writes at this moment: the next batch takes these along. */
  function keep(batch: readonly PendingCall[]): void {
    const all = [...batch, ...waiting];
    lose(Math.max(0, all.length - mostWaiting));
    waiting = all.slice(-mostWaiting);
  }

  async function writeOnce(records: readonly UsageRecord[]): Promise<void> {
    database ??= await openUsageDatabase(await file());
    if (Date.now() - cleanedAt > dayMs) {
      forgetOld(database, Date.now());
      cleanedAt = Date.now();
    }
    try {
      writeRecords(database, records, counts.untold);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== "corrupt") throw error;
      // Damaged while it was open: opening again puts it aside.
      closeDatabase();
      database = await openUsageDatabase(await file());
      writeRecords(database, records, counts.untold);
    }
  }

  function closeDatabase(): void {
    try {
      database?.close();
    } catch {
      counts.failures += 1;
    }
    database = undefined;
  }

  return {
    record,
    flush,
    stats: () => ({ written: counts.written, waiting: waiting.length, lost: counts.lost, failures: counts.failures }),
    async close() {
      closed = true;
      await writing;
      await flush();
      lose(waiting.length);
      waiting = [];
      clearTimeout(timer);
      started.clear();
      closeDatabase();
    },
  };
}
