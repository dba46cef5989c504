import { readdir, readFile, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { findLockHolder, type LockHolder, takeProcessLock } from "../process/process-lock.ts";
import { openResidentPlace } from "./place.ts";

/** A process that serves a key, whether it answers or not. */
export interface RunningResident extends LockHolder {
  readonly key: string;
  /** What it was started with: `about` of its options; empty as long as it has not written it. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** The resident processes of a directory, by the locks that they hold; nobody is asked. */
export async function listResidents(directory: string): Promise<readonly RunningResident[]> {
  const files = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  const keys = files.flatMap((file) => /^([\da-f]{16})\.\d+\.lock$/.exec(file)?.[1] ?? []);
  const found: RunningResident[] = [];
  for (const key of new Set(keys)) {
    const place = openResidentPlace(directory, key);
    const holder = await findLockHolder(directory, key);
    if (holder !== undefined) found.push({ ...holder, key, about: await readAbout(place.about) });
  }
  return found;
}

async function readAbout(file: string): Promise<RunningResident["about"]> {
  try {
    const about: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof about === "object" && about !== null ? { ...about } : {};
  } catch {
    // It has just begun or ended.
    return {};
  }
}

const goneMs = 10_000;
const pauseMs = 20;

/**
 * Ends a process that does not answer, and takes away what it leaves. False if the process of this number cannot be proven to be the one
 * that holds the lock: then nothing is done.
 */
export async function killResident(directory: string, key: string): Promise<boolean> {
  const holder = await findLockHolder(directory, key);
  if (holder?.isProven === false) return false;
  if (holder !== undefined) process.kill(holder.pid, "SIGKILL");
  const deadline = performance.now() + goneMs;
  while ((await findLockHolder(directory, key)) !== undefined) {
    if (performance.now() > deadline) throw new Error(`The process of ${key} was killed and still runs.`);
    await pause(pauseMs);
  }
  const lock = await takeProcessLock(directory, key);
  // Another one has begun in its place.
  if ("busy" in lock) return true;
  const { address, token, about } = openResidentPlace(directory, key);
  const files = process.platform === "win32" ? [token, about] : [address, token, about];
  for (const file of files) await rm(file, { force: true });
  await lock.release();
  return true;
}
