import { hasGroup, type Leader } from "./end-trees.ts";
import { liveMembers } from "./live-members.ts";
import { findTagged, residentBytes } from "./process-table.ts";
import { settleWithin } from "./settle-within.ts";

/** Reading the environment of a process that hangs in the kernel can hang, too. */
const lookMs = 1000;

/** What a tree holds in memory: wrappers are small, and what they start is not, so that everybody counts. */
export async function readTreeMemory(leader: Leader, marker: string): Promise<number | undefined> {
  if (process.platform === "win32" || leader.pid < 0) return undefined;
  const pids = (await settleWithin(findTagged(marker), lookMs)) ?? [];
  const groups = hasGroup(leader) ? [leader.pid] : [];
  const members = await liveMembers({ groups, pids, known: [] });
  return members.length === 0 ? undefined : await residentBytes(members.map((entry) => entry.pid));
}
