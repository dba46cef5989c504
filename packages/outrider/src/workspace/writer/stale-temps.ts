import { createHash, randomBytes } from "node:crypto";
import { lstat } from "node:fs/promises";
import type { HeldDirectory } from "./held-directory.ts";
import { isRunning, ownSystem } from "./running.ts";
import { removeTree } from "./tree.ts";

/** The pid, a mark of its process table, and a random part. */
const pattern = /^\.outrider-(\d{1,10})-([0-9a-f]{6})[0-9a-f]{8}\.tmp$/;
const sweepEveryMs = 60_000;
/** No write takes this long: after that, a process with this pid is not the one that created the file. */
const maxAgeMs = 600_000;

const ours = new Set<string>();
const sweptAt = new Map<string, number>();

/** A name for an unfinished file or directory. Release it with `forgetTemp`. */
export function nameTemp(): string {
  const name = `.outrider-${process.pid}-${ownMark()}${randomBytes(4).toString("hex")}.tmp`;
  ours.add(name);
  return name;
}

export function forgetTemp(name: string): void {
  ours.delete(name);
}

/** Removes what killed processes left in a directory about to be written to; only now and then, since listing is costly. */
export async function sweepTemps(directory: HeldDirectory): Promise<void> {
  if (!isSweepDue(directory.path)) {
    return;
  }
  if (sweptAt.size > 1000) {
    sweptAt.clear();
  }
  sweptAt.set(directory.path, performance.now());
  for (const name of await directory.names()) {
    if (await isStale(directory, name)) {
      await removeTree(directory, name).catch(() => undefined);
    }
  }
}

export function isSweepDue(path: string): boolean {
  return performance.now() - (sweptAt.get(path) ?? -sweepEveryMs) >= sweepEveryMs;
}

/** After a process is known to have died during a write, every directory is checked again. */
export function expectStaleTemps(): void {
  sweptAt.clear();
}

async function isStale(directory: HeldDirectory, name: string): Promise<boolean> {
  const [, pid, mark] = pattern.exec(name) ?? [];
  if (pid === undefined || ours.has(name)) {
    return false;
  }
  // Our own pid but not our file: in a container each start may get the same pid.
  if (mark === ownMark() && (Number(pid) === process.pid || !isRunning(Number(pid)))) {
    return true;
  }
  const info = await lstat(directory.entry(name)).catch(() => undefined);
  return info !== undefined && Date.now() - info.mtimeMs > maxAgeMs;
}

let mark: string | undefined;

/** Distinguishes our processes from those of another machine or container that writes to the same directory. */
function ownMark(): string {
  mark ??= createHash("sha256").update(ownSystem()).digest("hex").slice(0, 6);
  return mark;
}
