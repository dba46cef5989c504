import { constants } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { errorCode } from "../tool/error-code.ts";
import { isOwn, requirePrivateDirectory } from "./private-directory.ts";
import { unknownHandle } from "./spill-failure.ts";
import { storedPath } from "./spill-files.ts";
import { idOf } from "./spill-handle.ts";

/** Opens the file of a handle. A link, a pipe, a directory or another user's file in its place is not ours to read. */
export async function openStored(directory: string, handle: string): Promise<FileHandle> {
  const path = storedPath(directory, idOf(handle));
  const file = await openPlain(directory, path);
  if (file === undefined) throw unknownHandle(handle, "it has expired, was removed to make room, or never was");
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw unknownHandle(handle, "its file was replaced by something else");
    if (!isOwn(facts)) throw unknownHandle(handle, "its file belongs to another user");
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

// Where links can be refused in the open itself (not on Windows), nobody can put one there after a look.
const noFollow = constants.O_NOFOLLOW ?? 0;
// Without O_NONBLOCK a planted pipe would hang the open.
const readFlags = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0);
// ELOOP and EMLINK for a link, ENXIO for a socket.
const absent = new Set<string | undefined>(["ENOENT", "ENOTDIR", "ELOOP", "EMLINK", "ENXIO"]);

async function openPlain(directory: string, path: string): Promise<FileHandle | undefined> {
  try {
    await requirePrivateDirectory(directory);
    if (noFollow === 0 && !(await lstat(path)).isFile()) return undefined;
    return await open(path, readFlags);
  } catch (error) {
    if (absent.has(errorCode(error))) return undefined;
    throw error;
  }
}
