import { listProcesses } from "../../process/process-table.ts";
import { readCpuMs, readListeners } from "../../process/process-load.ts";

/** The processes of a server and what they use. */
export interface ServerLoad {
  readonly pids: readonly number[];
  /** Processor time of all of them; undefined where the system does not tell. */
  readonly cpuMs: number | undefined;
  /** Addresses that they listen at, as far as the system tells. */
  readonly listeners: readonly string[];
}

/** Looks at the process that was started and all its descendants. */
export async function readLoad(leader: number): Promise<ServerLoad> {
  const pids = await listFamily(leader);
  return { pids, cpuMs: readCpuMs(pids), listeners: readListeners(pids) };
}

async function listFamily(leader: number): Promise<readonly number[]> {
  const table = await listProcesses();
  const members = new Set([leader]);
  // Parents may come after their children in the table.
  for (let size = 0; size !== members.size;) {
    size = members.size;
    for (const { pid, ppid, pgid, zombie } of table)
      if (!zombie && (members.has(ppid) || pgid === leader)) members.add(pid);
  }
  return [...members].filter((pid) => table.some((entry) => entry.pid === pid && !entry.zombie));
}

/** Which of these processes are still there. */
export async function listAlive(pids: readonly number[]): Promise<readonly number[]> {
  if (pids.length === 0) return [];
  const table = await listProcesses();
  return pids.filter((pid) => table.some((entry) => entry.pid === pid && !entry.zombie));
}
