import { join } from "node:path";
import type { Walk, WalkedFile } from "../walk/walk.ts";
import { createYield } from "./yield-to-loop.ts";
import { tryLstat } from "./trusted-file-system.ts";

/** Identifies the state of a file without reading it. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes with every change of the inode, so a forged or preserved mtime does not hide new content. */
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
  /** Checks every file and reports the differences from the previous sweep; at first everything is added. */
  sweep(signal: AbortSignal): Promise<Sweep>;
  /** Checks only these files of the table, synchronously. Not while a sweep is running. */
  look(paths: Iterable<string>): Pick<Sweep, "changed" | "removed">;
  /** Synchronously adds those of the files that exist and are not in the table; a file with another hard link needs a sweep. */
  admit(paths: Iterable<string>): readonly string[];
  /** Files with another hard link, as seen by a sweep: they can change without an event in their directory. */
  readonly linked: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, FileStamp>;
  /** There are more files than the table holds. */
  readonly isFull: boolean;
}

export interface FileTableOptions {
  /** Real path of the directory that the names are relative to. */
  readonly directory: string;
  /** The files to check, in any order. */
  readonly list: (signal: AbortSignal) => Walk;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** The table holds no more; the first that were listed stay. Default: any number. */
  readonly maxFiles?: number | undefined;
}

interface Entry extends FileStamp {
  /** Changed so shortly before it was checked that another change may have the same time. */
  readonly isFresh: boolean;
  readonly isLinked: boolean;
}

// File system clocks tick every 10 ms or faster; two writes within a tick look like one.
const tickMs = 20;

/** A project's files by size, times and inode. It does not depend on watchers: a sweep reports what is on disk. */
// oxlint-disable-next-line max-lines-per-function -- the table and what it leaves out are one state; every function inside is short
export function createFileTable(options: FileTableOptions): FileTable {
  const { directory, list, now = Date.now, maxFiles = Number.POSITIVE_INFINITY } = options;
  let known = new Map<string, Entry>();
  let linked = new Set<string>();
  let running: Promise<unknown> = Promise.resolve();
  let isFull = false;

  /** The files to look at. Known ones keep their place; a listing ends as soon as no more of them can come. */
  async function* listKept(signal: AbortSignal): AsyncGenerator<readonly WalkedFile[]> {
    let left = maxFiles - known.size;
    let unseen = known.size;
    let isOver = false;
    for await (const batch of list(signal).batches()) {
      yield batch.filter(({ path }) => {
        if (known.has(path)) unseen -= 1;
        else if (left > 0) left -= 1;
        else isOver = true;
        return known.has(path) || !isOver;
      });
      if (isOver && unseen === 0) break;
    }
    isFull = isOver;
  }

  async function sweepNow(signal: AbortSignal): Promise<Sweep> {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const next = new Map<string, Entry>();
    const nextLinked = new Set<string>();
    const added: string[] = [];
    const changed: string[] = [];
    const pause = createYield(signal);
    for await (const batch of listKept(signal)) {
      for (const { path, undecodable } of batch) {
        const entry = undecodable === true ? undefined : examine(join(directory, path), now());
        if (entry !== undefined) next.set(path, entry);
        if (entry?.isLinked === true) nextLinked.add(path);
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
    linked = nextLinked;
    return { added, changed, removed, total: next.size, ms: performance.now() - startedAt };
  }

  function look(paths: Iterable<string>): Pick<Sweep, "changed" | "removed"> {
    const changed: string[] = [];
    const removed: string[] = [];
    for (const path of paths) {
      const before = known.get(path);
      if (before === undefined) continue;
      const entry = examine(join(directory, path), now());
      if (entry?.isLinked !== true) linked.delete(path);
      if (entry === undefined) {
        known.delete(path);
        removed.push(path);
        continue;
      }
      known.set(path, entry);
      if (differs(before, entry)) changed.push(path);
    }
    return { changed, removed };
  }

  function admit(paths: Iterable<string>): readonly string[] {
    const added: string[] = [];
    for (const path of paths) {
      const entry = known.has(path) ? undefined : examine(join(directory, path), now());
      if (entry === undefined || entry.isLinked) continue;
      if (known.size >= maxFiles) {
        isFull = true;
        break;
      }
      known.set(path, entry);
      added.push(path);
    }
    return added;
  }

  return {
    look,
    admit,
    sweep(signal) {
      // One after the other: each compares with the previous one.
      const result = running.then(() => sweepNow(signal));
      running = result.catch(() => {});
      return result;
    },
    get linked() {
      return linked;
    },
    get files() {
      return known;
    },
    get isFull() {
      return isFull;
    },
  };
}

function examine(path: string, now: number): Entry | undefined {
  const stats = tryLstat(path);
  if (stats === undefined || !stats.isFile()) return undefined;
  const { size, mtimeMs, ctimeMs, ino, nlink } = stats;
  return { size, mtimeMs, ctimeMs, ino, isFresh: now - ctimeMs < tickMs, isLinked: nlink > 1 };
}

function differs(before: Entry, now: Entry): boolean {
  return before.isFresh || !isSameStamp(before, now);
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}
