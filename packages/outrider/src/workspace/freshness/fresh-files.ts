import type { Stats } from "node:fs";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LibraryIgnoreFiles } from "../walk/walk.ts";
import { parentOf } from "./below.ts";
import { createDirectoryWatches, type Watch } from "./directory-watches.ts";
import { onFlood } from "./event-flood.ts";
import { createFileTable, type FileStamp, type FileTableOptions, type Sweep } from "./file-table.ts";
import { excludeRules, type IgnoreRules } from "./ignore-rules.ts";
import { mostWatches } from "./inotify-limit.ts";
import { listNewcomers, type ListDirectory } from "./list-newcomers.ts";
import { createOuterRules } from "./outer-rules.ts";
import { distrustOf, tryLstat } from "./trusted-file-system.ts";

export interface Changes extends Sweep {
  /** Whether the watches knew, or every file was looked at. */
  readonly how: "watch" | "sweep";
}

export interface FreshFiles {
  /** What is different on disk since this was asked last; at first everything is added. */
  changes(signal: AbortSignal): Promise<Changes>;
  /** The same, from a look at every file, so that whoever asks next need not wait for it. */
  sweep(signal: AbortSignal): Promise<Changes>;
  /** When a sweep will be due, and what the last one took; undefined before the first, and where every answer is one. */
  nextSweep(): { readonly inMs: number; readonly tookMs: number } | undefined;
  readonly files: ReadonlyMap<string, FileStamp>;
  status(): FreshnessStatus;
  /** Ends all watches; whoever asks later is answered by sweeps. */
  close(): void;
}

export interface FreshnessStatus {
  readonly how: "watch" | "sweep";
  /** A sentence for people: how and why. */
  readonly detail: string;
}

export interface FreshFilesOptions extends FileTableOptions {
  /** Globs of what the settings leave out, so that no watch is spent on it. */
  readonly exclude?: readonly string[];
  /** For a library, which of the ignore files that `list` obeys; nothing above the directory counts then. */
  readonly ignoreFiles?: LibraryIgnoreFiles | undefined;
  /** Lets a new file be found without a sweep; must obey the same rules as `list`. */
  readonly listDirectory?: ListDirectory;
  readonly maxDirectories?: number;
  /** A sweep is due after this long, for what gives no event. */
  readonly maxAgeMs?: number;
  /** What watches one directory; the system's own unless told. */
  readonly watch?: Watch;
}

const ignoreFiles = new Set([".gitignore", ".ignore", ".rgignore", ".git"]);
const noRules: IgnoreRules = { leavesOut: () => undefined };
const maxOutside = 10_000;

/**
 * Tells before every answer what changed on disk. On local file systems of Linux an event is in our queue before the
 * write that caused it returns, so that draining the queue is as good as looking at every file. What gives no event
 * (writes through a memory map or through a link made since, an excludes file named in git's settings) is seen by the
 * sweep that is due every 30 seconds.
 */
export async function openFreshFiles(options: FreshFilesOptions): Promise<FreshFiles> {
  const { directory, exclude = [], maxDirectories = mostWatches(), maxAgeMs = 30_000, watch } = options;
  let isAlone = false;
  const table = createFileTable({ ...options, list: listAndNote });
  const watches = createDirectoryWatches({
    root: directory,
    exclude: excludeRules(exclude, directory),
    maxDirectories,
    readsIgnoreFiles: options.ignoreFiles !== "none",
    ...(watch === undefined ? {} : { watch }),
  });
  const outer = createOuterRules(directory);
  const forgetFlood = onFlood(watches.lose);
  /** Directories below which the watches are not to be relied on. */
  let doubtful = new Set([""]);
  /** Files that exist and that no walk lists; what happens to them is nothing to us. */
  let outside = new Set<string>();
  let unlisted = new Map<string, Stats>();
  let listed: ReadonlySet<string> = new Set();
  let isSweepDue = true;
  let sweptAt = 0;
  let sweepMs = 0;
  let fingerprint = "";
  let running: Promise<unknown> = Promise.resolve();
  let offReason = await distrustOf(directory);

  function listAndNote(signal: AbortSignal): ReturnType<FileTableOptions["list"]> {
    const walk = options.list(signal);
    return {
      ...walk,
      async *batches() {
        yield* walk.batches();
        if (walk.counts().alone !== isAlone) doubt("");
        isAlone = walk.counts().alone;
      },
    };
  }

  function doubt(path: string): void {
    doubtful.add(path);
    isSweepDue = true;
  }

  async function answer(signal: AbortSignal): Promise<Changes> {
    signal.throwIfAborted();
    const startedAt = performance.now();
    if (offReason !== undefined) return { ...(await table.sweep(signal)), how: "sweep" };
    await drainEvents();
    const touched = judgeEvents();
    const isKnown = !isSweepDue && table.files.size > 0;
    // Until the answer is complete: one that is cancelled leaves it so.
    isSweepDue = true;
    const found = isKnown ? await findNewcomers(signal) : undefined;
    if (found !== undefined) {
      isSweepDue = false;
      const added = table.admit(found);
      const { changed, removed } = table.look(new Set([...touched, ...table.linked]));
      settleUnlisted();
      return { added, changed, removed, total: table.files.size, ms: performance.now() - startedAt, how: "watch" };
    }
    await mendWatches(signal);
    const sweep = await sweepWatched(signal);
    return { ...sweep, ms: performance.now() - startedAt, how: "sweep" };
  }

  /** One after the other: each tells what is different from the one before. */
  function inTurn(work: () => Promise<Changes>): Promise<Changes> {
    const result = running.then(work);
    running = result.catch(() => {});
    return result;
  }

  /** The known files that something happened to. Whatever cannot be told from the event alone makes a sweep due. */
  function judgeEvents(): readonly string[] {
    const names = watches.takeNames();
    const rulesNow = outer.fingerprint();
    if (names === undefined || rulesNow !== fingerprint) doubt("");
    fingerprint = rulesNow;
    if (performance.now() - sweptAt >= maxAgeMs) isSweepDue = true;
    if (isSweepDue) for (const path of watches.replaced()) doubt(path);
    return [...(names ?? [])].filter(judge);
  }

  function judge(path: string): boolean {
    if (ignoreFiles.has(basename(path))) doubt("");
    if (watches.has(path)) doubt(path);
    const stats = tryLstat(join(directory, path));
    // The other name may be that of a file whose own one has told nothing.
    if (stats?.isFile() === true && stats.nlink > 1 && !table.linked.has(path)) isSweepDue = true;
    if (stats?.isDirectory() === true && !watches.leavesOut(path)) doubt(path);
    if (table.files.has(path)) return true;
    if (stats?.isFile() !== true || outside.has(path)) return false;
    unlisted.set(path, stats);
    return false;
  }

  function findNewcomers(signal: AbortSignal): Promise<readonly string[] | undefined> {
    const list = isAlone ? undefined : options.listDirectory;
    return listNewcomers(unlisted.keys(), (path) => listed.has(path), list, signal);
  }

  function settleUnlisted(): void {
    if (outside.size > maxOutside) outside = new Set();
    for (const [path, before] of unlisted) {
      const isKnown = table.files.has(path);
      if (!isKnown && wasThereAllTheTime(before, tryLstat(join(directory, path)))) outside.add(path);
    }
    unlisted = new Map();
  }

  /** Watches come before the sweep, so that nothing can happen between the two. */
  async function mendWatches(signal: AbortSignal): Promise<void> {
    if (doubtful.has("")) outside = new Set();
    const rules = isAlone || options.ignoreFiles !== undefined ? noRules : outer.read();
    for (const path of outermost(doubtful)) {
      const failure = await watches.renew(path, rules, signal);
      if (failure !== undefined) return close(failure);
    }
    doubtful = new Set();
  }

  async function sweepWatched(signal: AbortSignal): Promise<Sweep> {
    const startedAt = performance.now();
    const sweep = await table.sweep(signal);
    sweptAt = startedAt;
    sweepMs = sweep.ms;
    isSweepDue = false;
    settleUnlisted();
    listed = directoriesOf(table.files.keys());
    for (const path of listed) if (!watches.has(path)) doubt(path);
    if (doubtful.size > 0) isSweepDue = true;
    return sweep;
  }

  function close(reason: string): void {
    offReason = reason;
    forgetFlood();
    watches.close();
  }

  return {
    changes: (signal) => inTurn(() => answer(signal)),
    sweep: (signal) =>
      inTurn(() => {
        isSweepDue = true;
        return answer(signal);
      }),
    nextSweep() {
      if (offReason !== undefined || sweptAt === 0) return undefined;
      return { inMs: maxAgeMs - (performance.now() - sweptAt), tookMs: sweepMs };
    },
    get files() {
      return table.files;
    },
    status() {
      if (offReason !== undefined) return { how: "sweep", detail: `looking at every file each time: ${offReason}` };
      const { size } = watches;
      return {
        how: "watch",
        detail: `watching ${size.toLocaleString("en-US")} ${size === 1 ? "directory" : "directories"}`,
      };
    },
    close: () => close("closed"),
  };
}

/** The first turn may end a poll that began before the question; the second one has polled since. */
async function drainEvents(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** One that went and came back while the names were listed may belong to the project all the same. */
function wasThereAllTheTime(before: Stats, after: Stats | undefined): boolean {
  return before.ino === after?.ino && before.birthtimeMs === after.birthtimeMs && Date.now() - after.birthtimeMs > 50;
}

/** Those that no other one is above of; only the root when there are very many. */
function outermost(paths: ReadonlySet<string>): readonly string[] {
  if (paths.has("") || paths.size > 200) return [""];
  return [...paths].filter((path) => {
    for (let above = parentOf(path); above !== ""; above = parentOf(above)) if (paths.has(above)) return false;
    return true;
  });
}

/** The directories that lead to files, the root included. */
function directoriesOf(files: Iterable<string>): ReadonlySet<string> {
  const found = new Set([""]);
  for (const file of files) {
    for (let path = parentOf(file); !found.has(path); path = parentOf(path)) found.add(path);
  }
  return found;
}
