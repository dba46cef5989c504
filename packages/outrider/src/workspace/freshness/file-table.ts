import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Walk } from "../walk/walk.ts";

/** What tells one state of a file from another without reading it. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  /** Moves with every change of the inode, so that a forged or kept mtime does not hide new content. */
  readonly ctimeMs: number;
  readonly ino: number;
}

export interface Sweep {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly total: number;
  readonly ms: number;
}

export interface FileTable {
  /** Looks at every file and tells what is different from the sweep before; at first everything is added. */
  sweep(signal: AbortSignal): Promise<Sweep>;
  readonly files: ReadonlyMap<string, FileStamp>;
}

export interface FileTableOptions {
  /** Real directory that the names are below. */
  readonly directory: string;
  /** The files to look at, in any order. */
  readonly list: (signal: AbortSignal) => Walk;
  /** Milliseconds since 1970; the system's clock unless told. */
  readonly now?: () => number;
}

interface Entry extends FileStamp {
  /** Changed so shortly before it was looked at that a further change may carry the same time. */
  readonly isFresh: boolean;
}

// Clocks of file systems tick up to every 10 ms; two writes within a tick look like one.
const tickMs = 20;
const sliceMs = 8;

/** A project's files by size, times and inode. No watcher has a part in it: what a sweep says is what is on disk. */
export function createFileTable({ directory, list, now = Date.now }: FileTableOptions): FileTable {
  let known = new Map<string, Entry>();
  let running: Promise<unknown> = Promise.resolve();

  async function sweepNow(signal: AbortSignal): Promise<Sweep> {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const next = new Map<string, Entry>();
    const added: string[] = [];
    const changed: string[] = [];
    const pause = createPause(signal);
    for await (const batch of list(signal).batches()) {
      for (const { path, undecodable } of batch) {
        const entry = undecodable === true ? undefined : look(join(directory, path), now());
        if (entry !== undefined) next.set(path, entry);
        const paused = pause();
        if (paused !== undefined) await paused;
      }
    }
    for (const [path, entry] of next) {
      const before = known.get(path);
      if (before === undefined) added.push(path);
      else if (differs(before, entry)) changed.push(path);
    }
    const removed = [...known.keys()].filter((path) => !next.has(path));
    known = next;
    return { added, changed, removed, total: next.size, ms: performance.now() - startedAt };
  }

  return {
    sweep(signal) {
      // One after the other: each compares with the one before.
      const result = running.then(() => sweepNow(signal));
      running = result.catch(() => {});
      return result;
    },
    get files() {
      return known;
    },
  };
}

function look(path: string, now: number): Entry | undefined {
  const stats = tryLstat(path);
  if (stats === undefined || !stats.isFile()) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return { size, mtimeMs, ctimeMs, ino, isFresh: now - ctimeMs < tickMs };
}

function tryLstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Gone together with its directory, or out of reach by now: not there for us.
    return undefined;
  }
}

function differs(before: Entry, now: Entry): boolean {
  return (
    before.isFresh ||
    before.size !== now.size ||
    before.mtimeMs !== now.mtimeMs ||
    before.ctimeMs !== now.ctimeMs ||
    before.ino !== now.ino
  );
}

/** The synchronous call is seven times faster than the one with a promise, so it is used in slices. */
function createPause(signal: AbortSignal): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + sliceMs;
  return () => {
    if (performance.now() < sliceEnd) return undefined;
    return setImmediate().then(() => {
      signal.throwIfAborted();
      sliceEnd = performance.now() + sliceMs;
    });
  };
}
