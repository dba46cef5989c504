import { readFileSync } from "node:fs";
// Past the entry of process/ on purpose: a list of all processes is nothing to promise to those who use the package.
import { listProcesses } from "../../process/process-table.ts";

/** What keeps this process alive, by type: sockets, servers, timers, children. */
export function listHandles(): readonly string[] {
  return process.getActiveResourcesInfo();
}

/** The children of this process that still run, each by a name that no other has. */
export async function listChildren(): Promise<readonly string[]> {
  const processes = await listProcesses();
  return processes
    .filter((entry) => entry.ppid === process.pid && !entry.zombie)
    .map((entry) => `${commandOf(entry.pid)} (pid ${entry.pid})`);
}

/** What `after` holds more than `before`, each as often as it is more. */
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
