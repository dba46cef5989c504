import { forgetEarlierDatabases } from "./earlier-databases.ts";
import { appendEntries, forgetEntries } from "./usage-files.ts";
import type { UsageRecord } from "./usage-record.ts";

export interface UsageWriter {
  /** False if they were lost, and nothing should be tried for a while. Never rejects. */
  write(records: readonly UsageRecord[]): Promise<boolean>;
  /** Records calls that will not be written. They are reported with the next write. */
  lose(calls: number): void;
  /** The same after a failure, followed by a pause. */
  fail(calls: number): false;
  /** After a failure, until it is worth trying again. */
  isPaused(): boolean;
  counts(): { readonly written: number; readonly lost: number; readonly failures: number };
}

const dayMs = 24 * 60 * 60 * 1000;
const retentionMs = 90 * dayMs;
/** After a failure that may pass, such as a full disk. */
const pauseMs = 30_000;

/** Writes records to the log and counts the results. `folder` is called each time: the folder may have been removed. */
export function createUsageWriter(folder: () => Promise<string>): UsageWriter {
  let written = 0;
  let lost = 0;
  let untold = 0;
  let failures = 0;
  let cleanedAt = 0;
  let pausedUntil = 0;

  function lose(calls: number): void {
    lost += calls;
    untold += calls;
  }

  function fail(calls: number): false {
    failures += 1;
    lose(calls);
    pausedUntil = Date.now() + pauseMs;
    return false;
  }

  async function append(records: readonly UsageRecord[]): Promise<number> {
    const path = await folder();
    const now = Date.now();
    if (now - cleanedAt > dayMs) {
      await forgetEntries(path, now - retentionMs);
      await forgetEarlierDatabases(path, now - retentionMs);
      cleanedAt = now;
    }
    const told = untold;
    const kept = await appendEntries(path, told === 0 ? records : [...records, { at: now, lost: told }]);
    if (kept > records.length) untold -= told;
    return Math.min(kept, records.length);
  }

  return {
    async write(records) {
      const kept = await append(records).catch(() => 0);
      written += kept;
      return kept === records.length || fail(records.length - kept);
    },
    lose,
    fail,
    isPaused: () => Date.now() < pausedUntil,
    counts: () => ({ written, lost, failures }),
  };
}
