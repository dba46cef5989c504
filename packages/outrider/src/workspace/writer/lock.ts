import { randomBytes } from "node:crypto";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deferred, ToolError } from "toolwright";
import { holdDirectory } from "./held-directory.ts";
import { createLock, isAbandoned, type LockFile, type LockOwner, readLock, seizeLock } from "./lock-file.ts";
import { ownIdentity } from "./running.ts";
import { expectStaleTemps, isSweepDue, sweepTemps } from "./stale-temps.ts";

/** One time budget, shared by several successive waits. */
interface LockTimeouts {
  /** True if the promise settled in time, false if the budget is spent; throws if aborted. */
  waitFor(done: Promise<void>): Promise<boolean>;
  /** A short pause, a little longer each time and randomised, so that waiters do not move in step. */
  pause(): Promise<boolean>;
  waitedMs(): number;
  throwIfAborted(): void;
}

export interface LockOptions {
  /** The longest wait for calls of this process and for other processes together. */
  readonly lockMs: number;
  readonly signal: AbortSignal;
}

export interface HeldLock {
  /** Throws if another process took the lock for abandoned, for example after this machine slept. */
  verify(): Promise<void>;
}

/** Runs `work` while no one else, in this process or another, holds the same lock. */
export async function withLock<T>(
  directory: string,
  name: string,
  options: LockOptions,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const path = join(directory, `${name}.lock`);
  const timeouts = createLockTimeouts(options.lockMs, options.signal);
  const leave = await enterQueue(path, timeouts);
  try {
    const token = await acquire(directory, path, timeouts);
    try {
      return await work({ verify: () => verify(path, token) });
    } finally {
      await release(path, token);
    }
  } finally {
    leave();
  }
}

const tails = new Map<string, Promise<void>>();

/** Calls of this process wait for each other here, in order, without touching the disk. */
async function enterQueue(path: string, timeouts: LockTimeouts): Promise<() => void> {
  const previous = tails.get(path) ?? Promise.resolve();
  const { promise: mine, resolve: leave } = deferred();
  const tail = previous.then(() => mine);
  tails.set(path, tail);
  void tail.then(() => tails.get(path) === tail && tails.delete(path));
  try {
    if (!(await timeouts.waitFor(previous))) {
      throw lockedError("an earlier call of this server is still writing", timeouts);
    }
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}

async function acquire(directory: string, path: string, timeouts: LockTimeouts): Promise<string> {
  const self: LockOwner = { token: randomBytes(16).toString("hex"), ...ownIdentity() };
  for (;;) {
    timeouts.throwIfAborted();
    const found = await readLock(path);
    if (found === undefined ? await createLock(path, self) : await takeOver(path, found, self)) {
      await sweepLeftovers(directory);
      return self.token;
    }
    if (!(await timeouts.pause())) {
      throw lockedError(describeHolder(found), timeouts);
    }
  }
}

async function takeOver(path: string, found: LockFile, self: LockOwner): Promise<boolean> {
  const taken = await seizeLock(path, found, self);
  if (taken) {
    expectStaleTemps();
  }
  return taken;
}

async function verify(path: string, token: string): Promise<void> {
  if ((await readLock(path))?.token !== token) {
    throw new ToolError(
      "locked",
      "Another process took over the lock of this project because this one seemed to be gone; nothing was written. Try again.",
      { retryable: true },
    );
  }
}

async function release(path: string, token: string): Promise<void> {
  const found = await readLock(path).catch(() => undefined);
  if (found?.token === token) {
    await unlink(path).catch(() => undefined);
  }
}

/** Removes leftovers of killed contenders. While we hold the lock, a claim by a dead one has no effect. */
async function sweepLeftovers(directory: string): Promise<void> {
  if (!isSweepDue(directory)) {
    return;
  }
  const held = await holdDirectory(directory);
  try {
    await sweepTemps(held);
    for (const name of await held.names()) {
      const claim = name.startsWith("claim-") ? await readLock(held.entry(name)) : undefined;
      if (claim !== undefined && (await isAbandoned(held.entry(name), claim))) {
        await unlink(held.entry(name)).catch(() => undefined);
      }
    }
  } finally {
    await held.close();
  }
}

function describeHolder(found: LockFile | undefined): string {
  if (found === undefined) {
    return "other processes were quicker each time";
  }
  const { owner, mtimeMs } = found;
  const who = owner === undefined ? "a process that did not say who it is" : `process ${owner.pid} on ${owner.host}`;
  return `${who} has held it for ${seconds(Math.max(0, Date.now() - mtimeMs))}`;
}

function lockedError(holder: string, timeouts: LockTimeouts): ToolError {
  return new ToolError(
    "locked",
    `The lock for writing to this project is not free: ${holder}. Waited ${seconds(timeouts.waitedMs())}; nothing was written. Try again.`,
    { retryable: true },
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function createLockTimeouts(budgetMs: number, signal: AbortSignal): LockTimeouts {
  const begun = performance.now();
  let pauses = 0;
  const left = (): number => begun + budgetMs - performance.now();

  async function sleepFor(ms: number, stop: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
  }

  return {
    async waitFor(done) {
      const settled = new AbortController();
      const ended = done.then(() => true);
      const timedOut = sleepFor(Math.max(0, left()), AbortSignal.any([signal, settled.signal])).then(() => false);
      const result = await Promise.race([ended, timedOut]);
      settled.abort();
      signal.throwIfAborted();
      return result;
    },
    async pause() {
      const wanted = Math.min(1 + pauses, 12) * (0.5 + Math.random());
      pauses += 1;
      if (left() <= 0) {
        return false;
      }
      await sleepFor(Math.min(wanted, left()), signal);
      signal.throwIfAborted();
      return true;
    },
    waitedMs: () => performance.now() - begun,
    throwIfAborted: () => signal.throwIfAborted(),
  };
}
