import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "../../workspace/writer/running.ts";

export interface PruneRules {
  readonly quotaBytes: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

/** Marks which process writes a log, so that others leave it alone while that process lives. */
export function markerPath(directory: string, id: string): string {
  return join(directory, `${id}.live`);
}

const nameShape = /^([a-z2-7]{16}(?:-[0-9a-f]{12})?)\.(log|live|log\.tmp)$/;

/** Removes old logs, logs left unfinished by dead processes, and then the oldest until the rest is within the quota. */
export async function pruneLogs(directory: string, { quotaBytes, maxAgeMs, now }: PruneRules): Promise<void> {
  const names: readonly string[] = await readdir(directory).catch(() => []);
  const ids = new Set(names.flatMap((name) => nameShape.exec(name)?.[1] ?? []));
  const kept: { readonly id: string; readonly bytes: number; readonly changedAt: number }[] = [];
  for (const id of ids) {
    const owner = names.includes(`${id}.live`) ? await readOwner(directory, id) : undefined;
    if (owner === "alive") continue;
    const facts = await lstat(join(directory, `${id}.log`)).catch(() => undefined);
    const isOld = facts === undefined || facts.mtimeMs + maxAgeMs <= now();
    if (owner === "dead" || isOld) await removeLog(directory, id);
    else kept.push({ id, bytes: facts.size, changedAt: facts.mtimeMs });
  }
  let excess = kept.reduce((sum, { bytes }) => sum + bytes, 0) - quotaBytes;
  for (const { id, bytes } of kept.sort((left, right) => left.changedAt - right.changedAt)) {
    if (excess <= 0) return;
    await removeLog(directory, id);
    excess -= bytes;
  }
}

async function readOwner(directory: string, id: string): Promise<"alive" | "dead" | undefined> {
  const text = await readFile(markerPath(directory, id), "utf8").catch(() => undefined);
  // Deleted since the directory was read: its writer has just finished.
  if (text === undefined) return undefined;
  const pid = Number(text);
  return Number.isInteger(pid) && pid > 0 && isRunning(pid) ? "alive" : "dead";
}

async function removeLog(directory: string, id: string): Promise<void> {
  for (const ending of ["log", "log.tmp", "live"]) await rm(join(directory, `${id}.${ending}`), { force: true });
}
