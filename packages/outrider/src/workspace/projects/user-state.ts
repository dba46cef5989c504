import { createHmac, randomBytes } from "node:crypto";
import { lstatSync } from "node:fs";
import { lstat, mkdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isToolError, ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { errorCode } from "../paths/error-code.ts";
import { realPlace } from "../paths/private-places.ts";
import { replaceFile } from "../writer/replace-file.ts";
import { userStateDirectory } from "./user-state-directory.ts";

export interface UserId {
  /** Sixteen hex digits that nobody else can know. */
  readonly id: string;
  /** Whether other processes of the user have the same one. */
  readonly kept: boolean;
}

const known = new Map<string, Promise<UserId>>();
/** For all directories that can hold none: the state of this process stays in one place. */
let ownId: string | undefined;

/** The secret of the user, from the first of these directories that can hold it; a new one for this process if none can. */
export function userIdIn(directories: readonly string[]): Promise<UserId> {
  const key = JSON.stringify(directories);
  const found = known.get(key) ?? findId(directories);
  known.set(key, found);
  return found;
}

async function findId(directories: readonly string[]): Promise<UserId> {
  for (const directory of directories) {
    const id = await readOrMakeId(join(directory, "id")).catch(() => undefined);
    if (id !== undefined) return { id, kept: true };
  }
  ownId ??= newId();
  return { id: ownId, kept: false };
}

async function readOrMakeId(file: string): Promise<string | undefined> {
  if ((await lstat(file).catch(() => undefined)) === undefined) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeOnce(realPlace(file), newId());
  }
  if (isForeign(dirname(file)) || isForeign(file) || !lstatSync(file).isFile()) return undefined;
  const text = await readFile(file, "utf8");
  return /^[0-9a-f]{16}$/.test(text) ? text : undefined;
}

/** What the user's id gives for one project: nobody can tell the id from it, or the secret of another project. */
export function projectSecret(id: string, root: string): string {
  return createHmac("sha256", id).update(root).digest("hex").slice(0, 16);
}

function newId(): string {
  return randomBytes(8).toString("hex");
}

/** Whether a path exists and belongs to another user, who could have put anything there. Without owners there are no others. */
export function isForeign(path: string): boolean {
  const user = process.getuid?.();
  if (user === undefined) return false;
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found !== undefined && found.uid !== user;
  } catch (error) {
    // A file among the directories above: there is nothing. What may not even be looked at is not ours.
    return errorCode(error) !== "ENOTDIR";
  }
}

/**
 * A directory in which all processes of the user meet, even without a home to keep anything in: below the system's temp directory,
 * where others must not have made it first.
 */
export async function openMeetingDirectory(...segments: readonly string[]): Promise<string> {
  const base = join(realPlace(tmpdir()), `outrider-${process.getuid?.() ?? "user"}`);
  await mkdir(base, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(base).catch(() => undefined);
  const isPrivate = process.getuid === undefined || (found !== undefined && (found.mode & 0o077) === 0);
  if (found?.isDirectory() !== true || isForeign(base) || !isPrivate) throw noMeeting(base);
  const directory = join(base, ...segments);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return directory;
}

function noMeeting(directory: string): ToolError {
  return new ToolError(
    "no_lock",
    `Nothing was written: ${showPath(directory)}, where processes wait for each other, is not a private directory of the user who runs Outrider, and ${showPath(userStateDirectory())} cannot be made either. Set XDG_STATE_HOME to a directory of your own.`,
  );
}

/** Written completely or not at all, and never over an existing file. */
export async function writeOnce(file: string, text: string): Promise<void> {
  // Not opened: a pipe in its place would block forever.
  if ((await lstat(file).catch(() => undefined)) !== undefined) return;
  try {
    await replaceFile(file, Buffer.from(text), { expect: "missing", mode: 0o600 });
  } catch (error) {
    // Another process was faster.
    if (!isToolError(error) || (error.code !== "exists" && error.code !== "stale")) throw error;
    if (error.code === "stale" && (await lstat(file).catch(() => undefined)) === undefined) throw error;
  }
}
