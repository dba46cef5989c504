import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isInside } from "../paths/inside.ts";
import { findRepository } from "./git-places.ts";
import { userStateDirectory } from "./open-state-directory.ts";
import { shortHash, type StateDirectory } from "./state-directory.ts";

/**
 * The outermost first, then the project's own: a process that opened it alone knows only the latter, and with one order nobody
 * waits in a circle. Both belong to the user; where there is no such place, the project's state has to do.
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

/** The outermost directory that a project shares files with: of its repository and of the roots that are open. */
export async function findLockRoot(root: string, open: readonly string[], home: string): Promise<string> {
  const repository = await findRepository(root);
  const above = [root, ...open, ...(repository === undefined ? [] : [repository])]
    .filter((each) => isInside(each, root))
    // A repository of somebody's whole home says nothing about this project.
    .filter((each) => each === root || (!isInside(each, home) && dirname(each) !== each));
  return above.reduce((outermost, each) => (each.length < outermost.length ? each : outermost), root);
}
