import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, readlink, rmdir, symlink, unlink, utimes } from "node:fs/promises";
import { ToolError } from "toolwright";
import type { HeldDirectory, HeldEntry } from "./held-directory.ts";
import { hasCode } from "./io-error.ts";
import { writeAll } from "./write-all.ts";

/** Copies a file, link or directory to a free path, descending from held directories so that no link is ever followed. */
export async function copyTree(from: HeldEntry, to: HeldEntry, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const source = from.directory.entry(from.name);
  const target = to.directory.entry(to.name);
  const info = await lstat(source);
  if (info.isSymbolicLink()) {
    return symlink(await readlink(source), target);
  }
  if (info.isDirectory()) {
    await copyDirectory(from, to, signal);
  } else {
    await copyFile(source, target);
  }
  await utimes(target, info.atime, info.mtime);
}

/** Removes a file, link or whole directory; for links, only the link itself. */
export async function removeTree(directory: HeldDirectory, name: string): Promise<void> {
  const entry = directory.entry(name);
  const info = await lstat(entry);
  if (!info.isDirectory()) {
    return unlink(entry);
  }
  const child = await directory.child(name);
  try {
    for (const inner of await child.names()) {
      await removeTree(child, inner);
    }
  } finally {
    await child.close();
  }
  await rmdir(entry);
}

async function copyDirectory(from: HeldEntry, to: HeldEntry, signal: AbortSignal): Promise<void> {
  const source = await from.directory.child(from.name);
  try {
    await mkdir(to.directory.entry(to.name), { mode: 0o700 });
    const target = await to.directory.child(to.name);
    try {
      for (const name of await source.names()) {
        await copyTree({ directory: source, name }, { directory: target, name }, signal);
      }
      await target.sync();
    } finally {
      await target.close();
    }
    await keepMode(from, to);
  } finally {
    await source.close();
  }
}

async function keepMode(from: HeldEntry, to: HeldEntry): Promise<void> {
  const { mode } = await lstat(from.directory.entry(from.name));
  if (process.platform === "win32") {
    return;
  }
  const handle = await open(to.directory.entry(to.name), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    await handle.chmod(mode & 0o7777);
  } finally {
    await handle.close();
  }
}

async function copyFile(sourcePath: string, targetPath: string): Promise<void> {
  const source = await open(sourcePath, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const info = await source.stat();
    if (!info.isFile()) {
      throw new ToolError(
        "not_regular_file",
        "Devices, sockets and pipes cannot be copied to another disk; remove them first.",
      );
    }
    const target = await open(targetPath, "wx", 0o600);
    try {
      const chunk = Buffer.alloc(1 << 20);
      for (let read = await source.read(chunk); read.bytesRead > 0; read = await source.read(chunk)) {
        await writeAll(target, chunk.subarray(0, read.bytesRead));
      }
      await target.chmod(info.mode & 0o7777);
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Undefined if there is no such entry. */
export async function lookAt(directory: HeldDirectory, name: string): Promise<Stats | undefined> {
  try {
    return await lstat(directory.entry(name));
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return undefined;
    }
    throw error;
  }
}
