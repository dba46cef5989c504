import { constants, type Dirent } from "node:fs";
import { open, readdir, readlink, realpath, stat, type FileHandle } from "node:fs/promises";
import { isToolError, ToolError } from "toolwright";
import { showPath } from "./check-path.ts";
import type { Located } from "./located.ts";
import { errorCode } from "./error-code.ts";

// Without NONBLOCK a pipe swapped in for the file would block forever. Windows has neither flag.
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a located file and checks what was opened, not the path again: between judging and opening, a directory may
 * have been replaced by a link. The caller closes the handle.
 */
export async function openVerified(file: Located): Promise<FileHandle> {
  const handle = await openFile(file);
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) throw new ToolError("not_regular_file", `${showPath(file.shown)} is not a regular file.`);
    if (!(await isTheOneJudged(handle, file.real))) throw changed(file);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The entries of a located directory, read through a verified descriptor if the system allows it. */
export async function listVerified(directory: Located): Promise<readonly Dirent[]> {
  try {
    const handle = await open(directory.real, flags | (constants.O_DIRECTORY ?? 0));
    try {
      if (!(await isTheOneJudged(handle, directory.real))) throw changed(directory);
      const held = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : directory.real;
      const entries = await readdir(held, { withFileTypes: true });
      if (process.platform !== "linux" && !(await isTheOneJudged(handle, directory.real))) throw changed(directory);
      return entries;
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === "EACCES" || code === "EPERM") {
      throw new ToolError(
        "no_permission",
        `${showPath(directory.shown)} may not be read by the user who runs Outrider.`,
      );
    }
    if (code !== undefined && !isToolError(error)) throw changed(directory);
    throw error;
  }
}

async function openFile(file: Located): Promise<FileHandle> {
  try {
    return await open(file.real, flags);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") throw new ToolError("not_found", `There is no file ${showPath(file.shown)}.`);
    if (code === "EACCES" || code === "EPERM") {
      throw new ToolError("no_permission", `${showPath(file.shown)} may not be read by the user who runs Outrider.`);
    }
    if (code === "ELOOP" || code === "ENXIO" || code === "ENOTDIR") throw changed(file);
    throw error;
  }
}

async function isTheOneJudged(handle: FileHandle, real: string): Promise<boolean> {
  if (process.platform === "linux") {
    try {
      return (await readlink(`/proc/self/fd/${handle.fd}`)) === real;
    } catch (error) {
      // A container without /proc: only the portable way is left.
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
  if ((await realpath(real)) !== real) return false;
  const [opened, there] = await Promise.all([handle.stat({ bigint: true }), stat(real, { bigint: true })]);
  return opened.ino === there.ino && opened.dev === there.dev;
}

function changed(file: Located): ToolError {
  return new ToolError(
    "changed_meanwhile",
    `${showPath(file.shown)} was replaced while it was being opened; try again.`,
    {
      retryable: true,
    },
  );
}
