import { setTimeout as pause } from "node:timers/promises";
import { liveMembers } from "./live-members.ts";
import type { ProcessEntry } from "./process-stat.ts";
import { findTagged, isRunning } from "./process-table.ts";
import { settleWithin } from "./settle-within.ts";
import { signalGroup, signalProcess } from "./signals.ts";
import { runTaskkill } from "./taskkill.ts";

/** The first process of a tree, leader of its group. */
export interface Leader {
  readonly pid: number;
  hasExited(): boolean;
}

/**
 * Ends the trees of these leaders, and every process with the marker: politely, and by force after `graceMs`.
 * Returns the pids that are still alive.
 */
export async function endTrees(
  leaders: readonly Leader[],
  marker: string,
  graceMs: number,
): Promise<readonly number[]> {
  if (process.platform === "win32") return endWindowsTrees(leaders);
  const known = await endPolitely(leaders, graceMs);
  return endByForce(leaders, marker, known);
}

/** Whether any process is left in the leader's group, including the leader. */
export function hasGroup(leader: Leader): boolean {
  // A group number can be reused once the group is empty; while members live, no new process can get it as its
  // pid. So a process with the pid of a leader that was reaped is unrelated, and so is its group.
  if (leader.hasExited() && signalProcess(leader.pid, 0)) return false;
  return signalGroup(leader.pid, 0);
}

/** How long a sweep continues against processes that the system does not let die. */
const forceBudgetMs = 2_000;
/** How long as long as it ends some: on a busy machine hundreds of processes take their time, and some never stop forking. */
const stormBudgetMs = 10_000;

// Returns all processes seen, so that one that leaves the group during the grace is still known.
async function endPolitely(leaders: readonly Leader[], graceMs: number): Promise<readonly ProcessEntry[]> {
  const groups = groupsOf(leaders);
  if (groups.length === 0) return [];
  const known = await liveMembers({ groups, pids: [], known: [] });
  for (const group of groups) signalGroup(group, "SIGTERM");
  for (const entry of known.filter((entry) => !groups.includes(entry.pgid))) signalProcess(entry.pid, "SIGTERM");
  let live = known;
  const deadline = performance.now() + graceMs;
  while (live.length > 0 && performance.now() < deadline) {
    live = await waitUntilGone(live, deadline - performance.now());
    // A process forked meanwhile gets no polite signal, only the rest of the grace.
    if (live.length === 0) live = await liveMembers({ groups: groupsOf(leaders), pids: [], known });
  }
  return [...known, ...live];
}

async function endByForce(
  leaders: readonly Leader[],
  marker: string,
  seen: readonly ProcessEntry[],
): Promise<readonly number[]> {
  const start = performance.now();
  let known = seen;
  let endsSome = true;
  for (;;) {
    const groups = groupsOf(leaders);
    // At once, before any reading: the system does this to all members in one step, whatever they fork.
    for (const group of groups) signalGroup(group, "SIGKILL");
    // Time-limited: reading the environment of a process that hangs in the kernel can hang too.
    const pids = (await settleWithin(findTagged(marker), forceBudgetMs)) ?? [];
    known = known.filter(isRunning);
    if (groups.length === 0 && pids.length === 0 && known.length === 0) return [];
    const live = await liveMembers({ groups, pids, known });
    // What was found and is gone may have a child that was not there yet: the next search tells.
    if (live.length === 0 && pids.length === 0) return [];
    if (performance.now() >= start + (endsSome ? stormBudgetMs : forceBudgetMs)) return live.map((entry) => entry.pid);
    for (const entry of live) signalProcess(entry.pid, "SIGKILL");
    known = live;
    endsSome = (await waitUntilGone(live, 100)).length < live.length;
  }
}

function groupsOf(leaders: readonly Leader[]): readonly number[] {
  return leaders.filter(hasGroup).map((leader) => leader.pid);
}

async function waitUntilGone(entries: readonly ProcessEntry[], budgetMs: number): Promise<readonly ProcessEntry[]> {
  const deadline = performance.now() + budgetMs;
  let live = entries.filter(isRunning);
  for (let step = 1; live.length > 0 && performance.now() < deadline; step = Math.min(step * 2, 20)) {
    await pause(step);
    live = live.filter(isRunning);
  }
  return live;
}

// Windows has no process groups: once the leader is gone its descendants can no longer be found.
async function endWindowsTrees(leaders: readonly Leader[]): Promise<readonly number[]> {
  const live = leaders.filter((leader) => !leader.hasExited());
  await Promise.all(live.map((leader) => runTaskkill(leader.pid)));
  return live.filter((leader) => signalProcess(leader.pid, 0)).map((leader) => leader.pid);
}
