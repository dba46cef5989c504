import { lstat, readdir, realpath, rmdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isToolError, ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import { openVerified } from "../workspace/paths/open-verified.ts";
import { errorCode } from "../workspace/paths/error-code.ts";
import { findTopicProblem } from "./topic.ts";

/** A directory with memories: `memories` or `private` in a state directory. */
export interface MemoryFolder {
  /** The state directory. */
  readonly base: string;
  readonly folder: "memories" | "private";
}

export interface MemoryFile {
  readonly topic: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes whenever the file does. */
  readonly look: string;
}

/** A file written by hand may be larger than what we would write; beyond this size it is not loaded. */
const largestRead = 1024 * 1024;
const maxFiles = 20_000;

/** The file of every memory, sorted by topic. Links and names that are not valid topics are skipped. */
export async function scanFolder(place: MemoryFolder, signal: AbortSignal): Promise<readonly MemoryFile[]> {
  const root = await findFolder(place);
  if (root === undefined) return [];
  const found: MemoryFile[] = [];
  await scanDirectory(root, "", found, signal);
  return found.toSorted((left, right) => (left.topic < right.topic ? -1 : 1));
}

async function scanDirectory(
  directory: string,
  prefix: string,
  found: MemoryFile[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const entries = await readdir(directory, { withFileTypes: true }).catch(noneIfGone);
  for (const entry of entries) {
    if (found.length >= maxFiles) {
      throw new ToolError(
        "too_many_memories",
        `There are more than ${maxFiles} files below ${showPath(prefix || ".")}; remove some.`,
      );
    }
    const topic = `${prefix}${entry.name.replace(/\.md$/, "")}`;
    if (findTopicProblem(topic) !== undefined) continue;
    if (entry.isDirectory()) await scanDirectory(join(directory, entry.name), `${prefix}${entry.name}/`, found, signal);
    if (!entry.isFile() || !entry.name.endsWith(".md")) continue;
    const look = await lookAt(join(directory, entry.name));
    if (look !== undefined) found.push({ topic, ...look });
  }
}

function noneIfGone(error: unknown): never[] {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return [];
  throw error;
}

async function lookAt(file: string): Promise<Omit<MemoryFile, "topic"> | undefined> {
  try {
    const { ino, size, mtimeMs } = await lstat(file);
    return { size, mtimeMs, look: `${ino}:${size}:${mtimeMs}` };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Undefined if there is none. The opened file is verified, so that a link cannot substitute another file. */
export async function readMemoryFile(place: MemoryFolder, topic: string): Promise<Buffer | undefined> {
  const root = await findFolder(place);
  if (root === undefined) return undefined;
  const real = fileOf(root, topic);
  try {
    const located = {
      shown: `${place.folder}/${topic}.md`,
      real,
      kind: "file",
      area: "project",
      masked: false,
      intent: "read",
    } as const;
    const handle = await openVerified(located);
    try {
      const { size } = await handle.stat();
      if (size > largestRead) {
        throw new ToolError(
          "too_large",
          `The memory ${showPath(topic)} has ${size} bytes; ${largestRead} is the most.`,
        );
      }
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isToolError(error) && error.code === "not_found") return undefined;
    if (isToolError(error) && error.code === "changed_meanwhile") throw unsafe(real);
    throw error;
  }
}

/** False if there was none. Also removes directories that become empty. */
export async function removeMemoryFile(place: MemoryFolder, topic: string): Promise<boolean> {
  const root = await findFolder(place);
  if (root === undefined) return false;
  const file = fileOf(root, topic);
  try {
    if ((await realpath(dirname(file))) !== dirname(file)) throw unsafe(dirname(file));
    await unlink(file);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
  await removeEmpty(dirname(file), root);
  return true;
}

async function removeEmpty(directory: string, root: string): Promise<void> {
  if (directory === root) return;
  try {
    await rmdir(directory);
  } catch {
    // It is not empty, or another process was faster.
    return;
  }
  await removeEmpty(dirname(directory), root);
}

export function fileOf(root: string, topic: string): string {
  return `${join(root, ...topic.split("/"))}.md`;
}

/** The folder's real path; undefined if it does not exist. A repository could contain a link in its place: refused. */
export async function findFolder({ base, folder }: MemoryFolder): Promise<string | undefined> {
  const expected = join(base, folder);
  try {
    if ((await realpath(expected)) !== expected || !(await lstat(expected)).isDirectory()) throw unsafe(expected);
  } catch (error) {
    // A file in place of the state directory is reported by the next write there.
    if (errorCode(error) === "ENOTDIR") return undefined;
    if (errorCode(error) !== "ENOENT") throw error;
    await refuseDangling(expected);
    return undefined;
  }
  return expected;
}

/** `realpath` reports a dangling link as missing, but a write would follow it. */
async function refuseDangling(path: string): Promise<void> {
  for (const each of [dirname(path), path]) {
    const found = await lstat(each).catch(() => undefined);
    if (found?.isSymbolicLink() === true) throw unsafe(each);
  }
}

export function unsafe(path: string): ToolError {
  return new ToolError(
    "unsafe_state",
    `${showPath(path)} is or passes a link, so no memories are read or written there. Remove the link, or start Outrider with --state-dir.`,
  );
}
