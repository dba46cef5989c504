import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LibraryIgnoreFiles, Walk } from "../walk/walk.ts";
import { parentOf, below } from "./below.ts";
import { createDirectoryWatches, type Watch } from "./directory-watches.ts";
import { onFlood } from "./event-flood.ts";
import { createFileTable, type FileStamp, type FileTableOptions, type Sweep } from "./file-table.ts";
import { excludeRules, type IgnoreRules } from "./ignore-rules.ts";
import { watchLimit } from "./inotify-limit.ts";
import { createOuterRules } from "./outer-rules.ts";
import { createSweepSchedule } from "./sweep-schedule.ts";
import { distrustOf, tryLstat } from "./trusted-file-system.ts";
import { createUnlistedFiles } from "./unlisted-files.ts";

export interface FileChanges extends Sweep {
  /** Whether the watches sufficed, or every file was checked. */
  readonly how: "watch" | "sweep";
}

export interface FreshFiles {
  /** The differences on disk since the last call; at first everything is added. */
  changes(signal: AbortSignal): Promise<FileChanges>;
  /** The same by checking every file, so that the next call need not wait for it. */
  sweep(signal: AbortSignal): Promise<FileChanges>;
  /** When a sweep will be due, and how long the last one took; undefined before the first, and if every answer is a sweep. */
  nextSweep(): { readonly inMs: number; readonly tookMs: number } | undefined;
  readonly files: ReadonlyMap<string, FileStamp>;
  /** There are more files than these. */
  readonly isFull: boolean;
  status(): FreshnessStatus;
  /** Ends all watches; later calls are answered by sweeps. */
  close(): void;
}

export interface FreshnessStatus {
  readonly how: "watch" | "sweep";
  /** A sentence for people: how and why. */
  readonly detail: string;
}

export interface FreshFilesOptions extends FileTableOptions {
  /** Globs that the settings exclude, so that no watch is spent on them. */
  readonly exclude?: readonly string[];
  /** For a library, which ignore files `list` obeys; nothing above the directory counts then. */
  readonly ignoreFiles?: LibraryIgnoreFiles | undefined;
  /** Allows finding a new file without a sweep; must obey the same rules as `list`. */
  readonly listDirectory?: ListDirectory;
  readonly maxDirectories?: number;
  /** A sweep is due after this long, for changes without an event. */
  readonly maxAgeMs?: number;
  /** How one directory is watched. Default: the system's own watches. */
  readonly watch?: Watch;
}

const ignoreFiles = new Set([".gitignore", ".ignore", ".rgignore", ".git"]);
const noRules: IgnoreRules = { leavesOut: () => undefined };

/**
 * Reports before every answer what changed on disk. On local file systems of Linux an event is in our queue before the
 * write that caused it returns, so draining the queue is as good as checking every file. Changes without an event
 * (writes through a memory map or through a link made since, an excludes file named in git's settings) are found by the
 * sweep that is due every 30 seconds.
 */
// oxlint-disable-next-line max-lines-per-function -- watches, table and schedule answer together; every function inside is short
export async function openFreshFiles(options: FreshFilesOptions): Promise<FreshFiles> {
  const { directory, exclude = [], maxDirectories = watchLimit(), maxAgeMs = 30_000, watch } = options;
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
  const schedule = createSweepSchedule(maxAgeMs);
  const unlisted = createUnlistedFiles(directory);
  let listed: ReadonlySet<string> = new Set();
  let fingerprint = "";
  let running: Promise<unknown> = Promise.resolve();
  let offReason = await distrustOf(directory);

  function listAndNote(signal: AbortSignal): ReturnType<FileTableOptions["list"]> {
    const walk = options.list(signal);
    return {
      ...walk,
      async *batches() {
        yield* walk.batches();
        if (walk.counts().alone !== isAlone) schedule.doubt("");
        isAlone = walk.counts().alone;
      },
    };
  }

  async function answer(signal: AbortSignal): Promise<FileChanges> {
    signal.throwIfAborted();
    const startedAt = performance.now();
    if (offReason !== undefined) return { ...(await table.sweep(signal)), how: "sweep" };
    await drainEvents();
    const touched = judgeEvents();
    const isKnown = !schedule.isDue && table.files.size > 0;
    // Until the answer is complete, so that a cancelled one leaves a sweep due.
    schedule.require();
    const found = isKnown ? await findNewcomers(signal) : undefined;
    if (found !== undefined) {
      schedule.spare();
      const added = table.admit(found);
      const { changed, removed } = table.look(new Set([...touched, ...table.linked]));
      unlisted.settle((path) => table.files.has(path));
      return { added, changed, removed, total: table.files.size, ms: performance.now() - startedAt, how: "watch" };
    }
    await mendWatches(signal);
    const sweep = await sweepWatched(signal);
    return { ...sweep, ms: performance.now() - startedAt, how: "sweep" };
  }

  /** One after the other: each reports the differences from the previous one. */
  function inTurn(work: () => Promise<FileChanges>): Promise<FileChanges> {
    const result = running.then(work);
    running = result.catch(() => {});
    return result;
  }

  /** The known files that something happened to. Anything an event alone does not explain makes a sweep due. */
  function judgeEvents(): readonly string[] {
    const names = watches.takeNames();
    const rulesNow = outer.fingerprint();
    if (names === undefined || rulesNow !== fingerprint) schedule.doubt("");
    fingerprint = rulesNow;
    if (schedule.isDue) for (const path of watches.replaced()) schedule.doubt(path);
    return [...(names ?? [])].filter(judge);
  }

  function judge(path: string): boolean {
    if (ignoreFiles.has(basename(path))) schedule.doubt("");
    if (watches.has(path)) schedule.doubt(path);
    const stats = tryLstat(join(directory, path));
    // The other hard link may belong to a known file that has had no event of its own.
    if (stats?.isFile() === true && stats.nlink > 1 && !table.linked.has(path)) schedule.require();
    if (stats?.isDirectory() === true && !watches.leavesOut(path)) schedule.doubt(path);
    if (table.files.has(path)) return true;
    if (stats?.isFile() === true) unlisted.note(path, stats);
    return false;
  }

  function findNewcomers(signal: AbortSignal): Promise<readonly string[] | undefined> {
    const list = isAlone ? undefined : options.listDirectory;
    return listNewcomers(unlisted.paths, (path) => listed.has(path), list, signal);
  }

  /** Watches are renewed before the sweep, so that no change can be missed between them. */
  async function mendWatches(signal: AbortSignal): Promise<void> {
    const doubtful = schedule.doubtful();
    if (doubtful.includes("")) unlisted.forgetLeftOut();
    const rules = isAlone || options.ignoreFiles !== undefined ? noRules : outer.read();
    for (const path of doubtful) {
      const failure = await watches.renew(path, rules, signal);
      if (failure !== undefined) return close(failure);
    }
    schedule.mended();
  }

  async function sweepWatched(signal: AbortSignal): Promise<Sweep> {
    const startedAt = performance.now();
    const sweep = await table.sweep(signal);
    schedule.swept(startedAt, sweep.ms);
    unlisted.settle((path) => table.files.has(path));
    listed = directoriesOf(table.files.keys());
    for (const path of listed) if (!watches.has(path)) schedule.doubt(path);
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
        schedule.require();
        return answer(signal);
      }),
    nextSweep: () => (offReason === undefined ? schedule.next() : undefined),
    get files() {
      return table.files;
    },
    get isFull() {
      return table.isFull;
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

/** The first turn may finish a poll that began before the question; the second one has polled since. */
async function drainEvents(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** The directories that contain files at any depth, including the root. */
function directoriesOf(files: Iterable<string>): ReadonlySet<string> {
  const found = new Set([""]);
  for (const file of files) {
    for (let path = parentOf(file); !found.has(path); path = parentOf(path)) found.add(path);
  }
  return found;
}

/** The files directly in one directory, by name. */
type ListDirectory = (path: string, signal: AbortSignal) => Walk;

// Beyond this many a sweep is no more expensive.
const maxDirectories = 4;

/**
 * Lists the directories of unknown files, instead of the whole project. Undefined if only a sweep can tell:
 * ripgrep enters a directory that is passed to it even if it is ignored, so each must be known to contain files.
 */
async function listNewcomers(
  newcomers: Iterable<string>,
  isListed: (directory: string) => boolean,
  list: ListDirectory | undefined,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const directories = [...new Set([...newcomers].map((path) => parentOf(path)))];
  if (directories.length === 0) return [];
  if (list === undefined || directories.length > maxDirectories || !directories.every(isListed)) return undefined;
  const found: string[] = [];
  for (const directory of directories) {
    const walk = list(directory, signal);
    for await (const { path, undecodable } of walk) {
      if (undecodable !== true && !path.includes("/")) found.push(below(directory, path));
    }
    if (walk.counts().alone) return undefined;
  }
  return found;
}
