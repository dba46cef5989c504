import { deferred } from "../tool/deferred.ts";
import type { SpawnOptions } from "../tool/process-contract.ts";
import { endTrees, hasGroup, type Leader } from "./end-trees.ts";
import type { HostGuard } from "./host-guard.ts";
import { liveMembers } from "./live-members.ts";
import type { ProcessTag } from "./owner-tag.ts";
import { findTagged, residentBytes } from "./process-table.ts";
import { settleWithin } from "./settle-within.ts";
import { startProcess, type StartedProcess } from "./start-process.ts";

/** Reading the environment of a process that hangs in the kernel can hang too. */
const lookMs = 1000;

/** A process of a scope with everything it started. */
export interface Tree {
  readonly process: StartedProcess;
  readonly graceMs: number;
  /** Resolves when the tree was ended from outside, with the pids that are still alive. */
  readonly ended: Promise<readonly number[]>;
  /** Whether any process is left in its group. */
  isLive(): boolean;
  end(): Promise<readonly number[]>;
  /** Memory of the whole tree in bytes; undefined if it is unknown. */
  memory(): Promise<number | undefined>;
  /** Must be called when it was ended together with others. */
  settle(survivors: readonly number[]): void;
}

/** Between the polite signal and the forced one. */
const defaultGraceMs = 300;

export function startTree(
  guard: HostGuard,
  tag: ProcessTag,
  command: { readonly file: string; readonly args: readonly string[]; readonly options: SpawnOptions },
  onGone: (tree: Tree) => void,
): Tree {
  guard.prepare();
  const started = startProcess(command.file, command.args, command.options, tag.value);
  if (started.pid > 0) guard.watch(started.pid);
  const { promise: ended, resolve: settle } = deferred<readonly number[]>();
  const forget = (): void => {
    guard.unwatch(started.pid);
    onGone(tree);
  };
  const tree: Tree = {
    process: started,
    graceMs: Math.min(command.options.graceMs ?? defaultGraceMs, 60_000),
    ended,
    isLive: () => hasGroup(started),
    async end() {
      if (started.pid < 0) return [];
      const survivors = await endTrees([started], tag.marker, tree.graceMs);
      tree.settle(survivors);
      return survivors;
    },
    memory: () => readTreeMemory(started, tag.marker),
    settle(survivors) {
      forget();
      settle(survivors);
    },
  };
  // A leader may leave members of its group behind; then the tree stays listed until it is ended.
  const forgetIfGone = (): void => {
    if (!tree.isLive()) forget();
  };
  started.exit.then(forgetIfGone, forget);
  return tree;
}

/** The memory of a tree: wrappers are small, but what they start is not, so all processes count. */
async function readTreeMemory(leader: Leader, marker: string): Promise<number | undefined> {
  if (process.platform === "win32" || leader.pid < 0) return undefined;
  const pids = (await settleWithin(findTagged(marker), lookMs)) ?? [];
  const groups = hasGroup(leader) ? [leader.pid] : [];
  const members = await liveMembers({ groups, pids, known: [] });
  return members.length === 0 ? undefined : await residentBytes(members.map((entry) => entry.pid));
}
