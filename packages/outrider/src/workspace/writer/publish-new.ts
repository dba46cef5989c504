import { link, rename, unlink } from "node:fs/promises";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { HeldEntry } from "./held-directory.ts";
import { hasCode } from "./io-error.ts";
import { lookAt } from "./tree.ts";

/** Renames a file, link or directory without ever replacing an existing one. */
export async function publishNew(from: HeldEntry, to: HeldEntry, shown: string): Promise<void> {
  const info = await lookAt(from.directory, from.name);
  if ((await lookAt(to.directory, to.name)) !== undefined) {
    throw existsError(shown);
  }
  if (info?.isFile() !== true || !(await linkNew(from, to, shown))) {
    await rename(from.directory.entry(from.name), to.directory.entry(to.name));
    return;
  }
  try {
    await unlink(from.directory.entry(from.name));
  } catch (error) {
    await unlink(to.directory.entry(to.name)).catch(() => undefined);
    throw error;
  }
}

/** A rename would replace a file that just appeared; a hard link does not. False if the file system has no links. */
async function linkNew(from: HeldEntry, to: HeldEntry, shown: string): Promise<boolean> {
  try {
    await link(from.directory.entry(from.name), to.directory.entry(to.name));
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) {
      throw existsError(shown);
    }
    if (hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL")) {
      return false;
    }
    throw error;
  }
}

export function existsError(shown: string): ToolError {
  return new ToolError("exists", `${showPath(shown)} exists already; nothing was changed. Choose another path.`);
}
