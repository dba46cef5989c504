import type { ProcessEntry } from "./process-stat.ts";
import { listProcesses } from "./process-table.ts";

interface Roots {
  readonly groups: readonly number[];
  readonly pids: readonly number[];
  /** Seen before: the same process only while its start time is the same. */
  readonly known: readonly ProcessEntry[];
}

/** All processes in these groups or among these pids, with all descendants by parent. */
export async function liveMembers(roots: Roots): Promise<readonly ProcessEntry[]> {
  const table = (await listProcesses()).filter((entry) => !entry.zombie);
  const groups = new Set(roots.groups);
  const pids = new Set(roots.pids);
  const known = new Set(roots.known.map(identity));
  const isRoot = (entry: ProcessEntry): boolean =>
    groups.has(entry.pgid) || pids.has(entry.pid) || known.has(identity(entry));
  return [...withDescendants(table.filter(isRoot), table)];
}

function identity(entry: ProcessEntry): string {
  return `${entry.pid} ${entry.startedAt}`;
}

function withDescendants(roots: readonly ProcessEntry[], table: readonly ProcessEntry[]): ReadonlySet<ProcessEntry> {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.ppid);
    if (siblings === undefined) children.set(entry.ppid, [entry]);
    else siblings.push(entry);
  }
  const members = new Set(roots);
  // A set is iterated in insertion order, so members added here are visited too.
  for (const member of members) for (const child of children.get(member.pid) ?? []) members.add(child);
  return members;
}
