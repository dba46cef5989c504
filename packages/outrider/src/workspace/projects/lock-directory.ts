import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isInside } from "../paths/inside.ts";
import { findRepository } from "./git-places.ts";
import { userStateDirectory } from "./open-state-directory.ts";
import { shortHash } from "./short-hash.ts";
import type { StateDirectory } from "./state-directory.ts";

/**
 * One for all projects that share files: it belongs to the user, and is named after the outermost of them. Where the user
 * has no place of his own, the project's state has to do.
 */
export async function openLockDirectory(lockRoot: string, state: Pick<StateDirectory, "local">): Promise<string> {
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
