import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, readdir, rm, mkdir, open, rename, utimes, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { alignToCharacter } from "../output/text-lines.ts";
import { describeText } from "../tool/describe-value.ts";
import { errorCode, ToolError, isToolError } from "../tool/tool-error.ts";

export interface SpillFile {
  readonly path: string;
  readonly id: string;
  readonly kind: "stored" | "unfinished";
  readonly bytes: number;
  /** Wall-clock milliseconds. */
  readonly changedAt: number;
}

const storedEnding = ".out";
const unfinishedEnding = ".tmp";
const nameShape = /^([a-z2-7]{16})\.(out|tmp)$/;

export function storedPath(directory: string, id: string): string {
  return join(directory, id + storedEnding);
}

export function unfinishedPath(directory: string, id: string): string {
  return join(directory, id + unfinishedEnding);
}

/** Our plain files in the directory; anything else in it is ignored. */
export async function listSpillFiles(directory: string): Promise<readonly SpillFile[]> {
  const names = await readdir(directory);
  const files: SpillFile[] = [];
  for (let start = 0; start < names.length; start += batch) {
    const found = await Promise.all(names.slice(start, start + batch).map((name) => inspect(directory, name)));
    files.push(...found.filter((file) => file !== undefined));
  }
  return files;
}

const batch = 64;

async function inspect(directory: string, name: string): Promise<SpillFile | undefined> {
  const [, id, ending] = nameShape.exec(name) ?? [];
  if (id === undefined) return undefined;
  const path = join(directory, name);
  const facts = await lstat(path).catch(ignoreAbsence);
  if (facts === undefined || !facts.isFile()) return undefined;
  const kind = ending === "out" ? "stored" : "unfinished";
  return { path, id, kind, bytes: facts.size, changedAt: facts.mtimeMs };
}

// Another process may prune the same directory at any time.
function ignoreAbsence(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}

/** A file that cannot be removed now is removed by a later write. */
export async function removeQuietly(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

/** Creates the directory for this user alone. */
export async function ensurePrivateDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await requirePrivateDirectory(directory);
}

/** Refuses a directory that others may write to, as they could swap what we stored, and a link that they may redirect. */
export async function requirePrivateDirectory(directory: string): Promise<void> {
  const facts = await lstat(directory);
  const problem = findProblem(facts);
  if (problem === undefined) return;
  const { mode, uid } = facts;
  // The model is not told the path; the host's log is.
  const cause = new Error(`${JSON.stringify(directory)} has owner ${uid} and mode ${(mode & 0o777).toString(8)}.`);
  throw new ToolError("spill_failed", `No output is stored or read: ${problem}.`, { retryable: true, cause });
}

function findProblem(facts: Stats): string | undefined {
  if (facts.isSymbolicLink()) return "the directory for it is a symbolic link; name the directory that it leads to";
  if (!isOwn(facts)) return "the directory for it belongs to another user; it must belong to the user who runs this";
  // Windows has no modes in this sense.
  if (process.platform === "win32" || (facts.mode & 0o022) === 0) return undefined;
  return "other users may change files in the directory for it; give it mode 700";
}

/** Whether it belongs to the current user; root is no exception. Always true on Windows, which reports no owners. */
export function isOwn({ uid }: Stats): boolean {
  // Not the real user: files created by this process belong to the effective one.
  const user = process.geteuid?.();
  return user === undefined || user === uid;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const shape = /^[a-z2-7]{16}$/;

/** A new id for a handle, 80 random bits in lowercase base32: unguessable, and valid on every file system. */
export function createHandleId(): string {
  let bits = BigInt(`0x${randomBytes(10).toString("hex")}`);
  let id = "";
  for (let count = 0; count < 16; count += 1) {
    id += alphabet.charAt(Number(bits & 31n));
    bits >>= 5n;
  }
  return id;
}

/** The id in a handle with that prefix. Checked before any path is built from it, so that no handle leaves its directory. */
export function handleIdOf(handle: string, prefix: string): string | undefined {
  const id = handle.startsWith(prefix) ? handle.slice(prefix.length) : "";
  return shape.test(id) ? id : undefined;
}

/** Why nothing could be stored or read, in words. The path stays in the cause: the model has no use for it. */
export function spillFailure(error: unknown): ToolError {
  if (isToolError(error)) return error;
  const code = errorCode(error) ?? "unexpected error";
  const reason = reasons.get(code) ?? "the file system refused";
  return new ToolError("spill_failed", `Stored output is out of reach: ${reason} (${code}).`, {
    retryable: true,
    cause: error,
  });
}

const reasons = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the user's disk quota is used up"],
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["EROFS", "the file system is read-only"],
  ["ENOTDIR", "a file stands where a directory should be"],
  ["EEXIST", "a file stands where the directory should be"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
  ["ENOENT", "it was removed meanwhile"],
  ["ENAMETOOLONG", "the path is too long"],
  ["EIO", "the disk failed"],
]);

/** For a handle that refers to nothing readable any more, or never did. */
export function unknownHandle(handle: string, why: string): ToolError {
  return new ToolError(
    "unknown_handle",
    `No stored output for handle ${describeText(handle)}: ${why}. Repeat the call that made it to get a new handle.`,
  );
}

/**
 * Writes header and text under a name that no reader looks at, and syncs it. Leaves nothing behind if it fails.
 * Returns the time by the file system's clock.
 */
export async function writeUnfinished(directory: string, id: string, header: Buffer, text: string): Promise<number> {
  const path = unfinishedPath(directory, id);
  const file = await open(path, "wx", 0o600);
  try {
    await writeAll(file, header, text);
    const { mtimeMs } = await file.stat();
    await file.close();
    return mtimeMs;
  } catch (error) {
    await file.close().catch(() => undefined);
    await removeQuietly(path);
    throw error;
  }
}

async function writeAll(file: FileHandle, header: Buffer, text: string): Promise<void> {
  await file.writeFile(header);
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = alignToCharacter(text, start + sliceLength);
    await file.writeFile(text.slice(start, end));
  }
  await file.sync();
}

// Encoding blocks the event loop, so it is done in steps.
const sliceLength = 1_048_576;

/** Makes a finished file readable under its handle, dated `stamp`: expiry and age are based on the date of the file. */
export async function publish(directory: string, id: string, stamp: number): Promise<void> {
  const from = unfinishedPath(directory, id);
  const to = storedPath(directory, id);
  try {
    await rename(from, to);
    await utimes(to, stamp / 1000, stamp / 1000);
  } catch (error) {
    await Promise.all([removeQuietly(from), removeQuietly(to)]);
    throw error;
  }
}

export interface PruneRules {
  readonly quotaBytes: number;
  readonly maxAgeMs: number;
  /** Just stored, never pruned here. */
  readonly own: string;
  /** When it was stored, in wall-clock milliseconds. */
  readonly ownStamp: number;
  /** The same by the file system's clock, which dates unfinished files. */
  readonly writtenAt: number;
}

/**
 * Removes expired files, those left by dead writers, and the oldest until the quota is met. Several processes may do so at
 * once without a lock: each writer stamps its file before it looks, and removes only files stamped no later than its own.
 * So the last writer sees all others, and of two writers only the later one removes the other's file.
 */
export async function pruneDirectory(directory: string, rules: PruneRules): Promise<void> {
  const files = await listSpillFiles(directory);
  const stored = files.filter((file) => file.kind === "stored");
  const expired = stored.filter(
    (file) => file.id !== rules.own && isExpired(file.changedAt, rules.maxAgeMs, rules.ownStamp),
  );
  const doomed = new Set([...files.filter((file) => isAbandoned(file, rules.writtenAt)), ...expired]);
  for (const file of overQuota(
    stored.filter((file) => !doomed.has(file)),
    rules,
  ))
    doomed.add(file);
  await Promise.all([...doomed].map((file) => removeQuietly(file.path)));
}

export function isExpired(changedAt: number, maxAgeMs: number, now: number): boolean {
  return Math.round(changedAt) + maxAgeMs <= now;
}

const abandonedAfterMs = 3_600_000;

function isAbandoned(file: SpillFile, now: number): boolean {
  return file.kind === "unfinished" && file.changedAt + abandonedAfterMs < now;
}

// Stamps that far ahead come from a clock that was set back; no writer is active there.
const clockSlackMs = 60_000;

function overQuota(files: readonly SpillFile[], { quotaBytes, own, ownStamp }: PruneRules): readonly SpillFile[] {
  let excess = files.reduce((sum, file) => sum + file.bytes, 0) - quotaBytes;
  const isOpen = (file: SpillFile) => file.changedAt <= ownStamp || file.changedAt > ownStamp + clockSlackMs;
  const candidates = files.filter((file) => file.id !== own && isOpen(file));
  const removed: SpillFile[] = [];
  for (const file of candidates.sort((a, b) => a.changedAt - b.changedAt)) {
    if (excess <= 0) break;
    removed.push(file);
    excess -= file.bytes;
  }
  return removed;
}
