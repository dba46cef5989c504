import { readFileSync } from "node:fs";
// Bypasses the entry of process/ on purpose: listing all processes is not part of its public interface.
import { listProcesses } from "../../process/process-table.ts";

/** What keeps this process alive, by type: sockets, servers, timers, children. */
export function listHandles(): readonly string[] {
  return process.getActiveResourcesInfo();
}

/** The children of this process that are still running, each by a unique name. */
export async function listChildren(): Promise<readonly string[]> {
  const processes = await listProcesses();
  return processes
    .filter((entry) => entry.ppid === process.pid && !entry.zombie)
    .map((entry) => `${commandOf(entry.pid)} (pid ${entry.pid})`);
}

/** The items that `after` has in excess of `before`, with multiplicity. */
export function findAdded(before: readonly string[], after: readonly string[]): readonly string[] {
  const known = new Map<string, number>();
  for (const name of before) known.set(name, (known.get(name) ?? 0) + 1);
  return after.filter((name) => {
    const left = known.get(name) ?? 0;
    if (left > 0) known.set(name, left - 1);
    return left === 0;
  });
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "a process";
  }
}
