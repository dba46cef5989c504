import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, readlink, realpath, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ToolError } from "toolwright";
import { hasCode } from "./io-error.ts";

/** A directory that stays the same while we work in it, whatever happens to its path. */
export interface HeldDirectory {
  readonly path: string;
  /** A path to an entry in it. On Linux it goes through the open descriptor, so that a swapped parent cannot redirect it. */
  entry(name: string): string;
  names(): Promise<string[]>;
  /** A directory in it; never through a link. */
  child(name: string): Promise<HeldDirectory>;
  /** Throws if the path no longer leads here. */
  verify(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** An entry of a held directory, or the name of a future one. */
export interface HeldEntry {
  readonly directory: HeldDirectory;
  readonly name: string;
}

/** Opens a directory by its real path and ensures that this is what was opened, not something behind a swapped-in link. */
export function holdDirectory(path: string): Promise<HeldDirectory> {
  return hold(path, path);
}

async function hold(path: string, via: string): Promise<HeldDirectory> {
  const handle = await openDirectory(via);
  try {
    const anchor = handle && (await anchorOf(handle));
    const identity = handle === undefined ? await lstat(via, { bigint: true }) : await handle.stat({ bigint: true });
    const held = heldDirectory(path, { handle, anchor, identity });
    await held.verify();
    return held;
  } catch (error) {
    await handle?.close();
    throw error;
  }
}

interface Held {
  readonly handle: FileHandle | undefined;
  /** The open descriptor as a path; undefined if the system does not support it. */
  readonly anchor: string | undefined;
  readonly identity: BigIntStats;
}

function heldDirectory(path: string, { handle, anchor, identity }: Held): HeldDirectory {
  const entry = (name: string): string => join(anchor ?? path, name);
  return {
    path,
    entry,
    names: () => readdir(anchor ?? path),
    child: (name) => hold(join(path, name), entry(name)),
    verify: async () => {
      const same = anchor === undefined ? await leadsTo(path, identity) : (await readlink(anchor)) === path;
      if (!same) {
        throw movedError(path);
      }
    },
    sync: async () => {
      // Some file systems cannot sync a directory; the rename is then as durable as they make it.
      await handle?.sync().catch((error: unknown) => {
        if (!hasCode(error, "EINVAL", "EPERM", "ENOTSUP", "ENOSYS", "EBADF", "EACCES")) {
          throw error;
        }
      });
    },
    close: async () => {
      await handle?.close();
    },
  };
}

async function leadsTo(path: string, identity: BigIntStats): Promise<boolean> {
  const now = await lstat(path, { bigint: true });
  return now.isDirectory() && now.dev === identity.dev && now.ino === identity.ino && (await realpath(path)) === path;
}

/** Undefined on Windows, where a directory cannot be opened as a file. */
async function openDirectory(via: string): Promise<FileHandle | undefined> {
  if (process.platform === "win32") {
    return undefined;
  }
  return open(via, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

async function anchorOf(handle: FileHandle): Promise<string | undefined> {
  const anchor = `/proc/self/fd/${handle.fd}`;
  if (process.platform !== "linux") {
    return undefined;
  }
  return (await lstat(anchor).catch(() => undefined)) === undefined ? undefined : anchor;
}

function movedError(path: string): ToolError {
  const sentence = `The directory ${JSON.stringify(basename(path))} was moved or replaced in the meantime; nothing was done.`;
  return new ToolError("stale", `${sentence} Look again at what is there and try once more.`, { retryable: true });
}

export interface MadeDirectory {
  readonly directory: HeldDirectory;
  /** Removes the created directories again if they are empty. */
  undo(): Promise<void>;
  close(): Promise<void>;
}

/** Holds a directory, creating it and its missing parents one by one, each inside the one held. */
export async function makeDirectory(path: string, mode = 0o777): Promise<MadeDirectory> {
  const missing: string[] = [];
  let existing = path;
  while ((await lstat(existing).catch(undefinedIfMissing)) === undefined) {
    missing.unshift(basename(existing));
    existing = dirname(existing);
  }
  let directory = await holdDirectory(existing);
  const held = [directory];
  const made: string[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(held.map((one) => one.close()));
  };
  const undo = async (): Promise<void> => {
    for (const entry of made.toReversed()) {
      await rmdir(entry).catch(() => undefined);
    }
  };
  try {
    for (const name of missing) {
      if (await makeEntry(directory.entry(name), mode)) {
        made.push(directory.entry(name));
        await directory.sync();
      }
      directory = await directory.child(name);
      held.push(directory);
    }
  } catch (error) {
    await undo();
    await close();
    throw error;
  }
  return { directory, undo, close };
}

async function makeEntry(entry: string, mode: number): Promise<boolean> {
  try {
    await mkdir(entry, { mode });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) {
      return false;
    }
    throw error;
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!hasCode(error, "ENOENT")) {
    throw error;
  }
}
