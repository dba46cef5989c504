import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface FileClaim {
  /** Removes the lock if nobody can hold it any more; true when it is gone. */
  removeStaleLock(): boolean;
  release(): void;
}

/** A statement takes milliseconds. Whoever has held the lock for longer than this and is not alive will not give it back. */
const quickMs = 1_000;
/** A process with the number of a dead one would keep a lock for ever. */
const longestMs = 60_000;

let claims = 0;

/**
 * Notes that this process works with a database, in a file beside it. The driver's own lock is an empty directory that
 * does not say whose it is, and that stays when its owner is killed.
 */
export function claimFile(file: string): FileClaim {
  const lock = `${file}.lock`;
  const owner = `${file}.owner-${process.pid}-${(claims += 1)}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(owner, "");
  return {
    removeStaleLock() {
      const found = inodeAndAge(lock);
      if (found === undefined) return true;
      if (found.ageMs < quickMs) return false;
      if (found.ageMs < longestMs && hasOtherOwner(file)) return false;
      return removeExactly(lock, found.inode);
    },
    release: () => rmSync(owner, { force: true }),
  };
}

function inodeAndAge(lock: string): { readonly inode: bigint; readonly ageMs: number } | undefined {
  const found = lstatSync(lock, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return undefined;
  // A clock that was set back must not make a lock young for years.
  return { inode: found.ino, ageMs: Math.abs(Date.now() - Number(found.mtimeMs)) };
}

/** Whether another living process works with the file; notes of dead ones are removed on the way. */
function hasOtherOwner(file: string): boolean {
  const start = `${basename(file)}.owner-`;
  let others = false;
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(start)) continue;
    const pid = Number.parseInt(name.slice(start.length), 10);
    if (pid === process.pid) continue;
    if (isAlive(pid)) others = true;
    else rmSync(join(dirname(file), name), { force: true });
  }
  return others;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Moved away before it is looked at again, so that of two who find it stale only one can remove it. */
function removeExactly(lock: string, inode: bigint): boolean {
  const aside = `${lock}-stale-${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return lstatSync(lock, { throwIfNoEntry: false }) === undefined;
  }
  const isTheOne = lstatSync(aside, { bigint: true }).ino === inode;
  if (isTheOne) {
    rmdirSync(aside);
    return true;
  }
  // Somebody took the lock in between; it is put back, unless a third one has it by now.
  try {
    renameSync(aside, lock);
  } catch {
    rmdirSync(aside);
  }
  return false;
}
