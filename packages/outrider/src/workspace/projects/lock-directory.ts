import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isInside } from "../paths/inside.ts";
import { findRepository } from "./git-places.ts";
import { shortHash } from "./state-directory.ts";
import { isForeign, openMeetingDirectory } from "./user-state.ts";
import { userStateDirectory } from "./user-state-directory.ts";

/**
 * The outermost first, then the project's own: a process that opened it alone knows only the latter, and a fixed order prevents
 * deadlocks. Both are in the user's state directory; if that is impossible, in a private directory of the user for temporary files.
 * Never in the state of the project: without a home, each process has another one.
 */
export async function openLockDirectories({
  root,
  lockRoot,
}: {
  readonly root: string;
  readonly lockRoot: string;
}): Promise<readonly string[]> {
  const roots = root === lockRoot ? [root] : [lockRoot, root];
  return await Promise.all(roots.map((each) => openLockDirectory(shortHash(each))));
}

async function openLockDirectory(name: string): Promise<string> {
  const own = userStateDirectory();
  const directory = join(own, "locks", name);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    if (![own, dirname(directory), directory].some((each) => isForeign(each))) return directory;
  } catch {
    // There is no home, or it cannot be written.
  }
  return await openMeetingDirectory("locks", name);
}

/** The outermost directory that shares files with a project: its repository or one of the open roots. */
export async function findLockRoot(root: string, open: readonly string[], home: string): Promise<string> {
  const repository = await findRepository(root);
  const above = [root, ...open, ...(repository === undefined ? [] : [repository])]
    .filter((each) => isInside(each, root))
    // A repository of a whole home directory says nothing about this project.
    .filter((each) => each === root || (!isInside(each, home) && dirname(each) !== each));
  return above.reduce((outermost, each) => (each.length < outermost.length ? each : outermost), root);
}
