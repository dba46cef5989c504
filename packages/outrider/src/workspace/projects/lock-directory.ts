import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isInside } from "../paths/inside.ts";
import { findRepository } from "./git-places.ts";
import { userStateDirectory } from "./open-state-directory.ts";
import { shortHash, type StateDirectory } from "./state-directory.ts";

/**
 * The outermost first, then the project's own: a process that opened it alone knows only the latter, and a fixed order prevents
 * deadlocks. Both are in the user's state directory; if that is impossible, the project's state is used.
 */
export async function openLockDirectories(
  { root, lockRoot }: { readonly root: string; readonly lockRoot: string },
  state: Pick<StateDirectory, "local">,
): Promise<readonly string[]> {
  const roots = root === lockRoot ? [root] : [lockRoot, root];
  const directories = await Promise.all(roots.map((each) => openLockDirectory(each, state)));
  return [...new Set(directories)];
}

async function openLockDirectory(lockRoot: string, state: Pick<StateDirectory, "local">): Promise<string> {
  const directory = join(userStateDirectory(), "locks", shortHash(lockRoot));
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return directory;
  } catch {
    return await state.local("locks");
  }
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
