import { listSpillFiles, removeQuietly, type SpillFile } from "./spill-files.ts";

export interface PruneRules {
  readonly quotaBytes: number;
  readonly maxAgeMs: number;
  /** Just stored, never pruned here. */
  readonly own: string;
  /** When it was stored, in wall-clock milliseconds. */
  readonly ownStamp: number;
  /** The same by the clock of the file system, which dates unfinished files. */
  readonly writtenAt: number;
}

/**
 * Removes what is expired, what dead writers left, and the oldest until the quota holds. Several processes may do so at
 * once without a lock: each writer stamps its file before it looks, and removes only files stamped no later than its own.
 * So the last writer sees all others, and of two writers only the later one removes the other's file.
 */
export async function pruneDirectory(directory: string, rules: PruneRules): Promise<void> {
  const files = await listSpillFiles(directory);
  const stored = files.filter((file) => file.kind === "stored");
  const expired = stored.filter(
    (file) => file.id !== rules.own && isExpired(file.changedAt, rules.maxAgeMs, rules.ownStamp),
  );
  const doomed = new Set([...files.filter((file) => isAbandoned(file, rules.writtenAt)), ...expired]);
  for (const file of overQuota(
    stored.filter((file) => !doomed.has(file)),
    rules,
  ))
    doomed.add(file);
  await Promise.all([...doomed].map((file) => removeQuietly(file.path)));
}

export function isExpired(changedAt: number, maxAgeMs: number, now: number): boolean {
  return Math.round(changedAt) + maxAgeMs <= now;
}

const abandonedAfterMs = 3_600_000;

function isAbandoned(file: SpillFile, now: number): boolean {
  return file.kind === "unfinished" && file.changedAt + abandonedAfterMs < now;
}

// Stamps that far ahead come from a clock that was set back; no writer is at work there.
const clockSlackMs = 60_000;

function overQuota(files: readonly SpillFile[], { quotaBytes, own, ownStamp }: PruneRules): readonly SpillFile[] {
  let excess = files.reduce((sum, file) => sum + file.bytes, 0) - quotaBytes;
  const isOpen = (file: SpillFile) => file.changedAt <= ownStamp || file.changedAt > ownStamp + clockSlackMs;
  const candidates = files.filter((file) => file.id !== own && isOpen(file));
  const removed: SpillFile[] = [];
  for (const file of candidates.sort((a, b) => a.changedAt - b.changedAt)) {
    if (excess <= 0) break;
    removed.push(file);
    excess -= file.bytes;
  }
  return removed;
}
