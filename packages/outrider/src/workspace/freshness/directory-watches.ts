import { readdirSync, watch as watchDirectory, type Dirent } from "node:fs";
import { basename, join } from "node:path";
import { below, parentOf } from "./below.ts";
import { countEvent } from "./event-flood.ts";
import { readIgnoreRules, type IgnoreRules } from "./ignore-rules.ts";
import { createYield } from "./yield-to-loop.ts";
import { distrustOf, tryLstat } from "./trusted-file-system.ts";

/** Reports the name of each entry of one directory that something happens to; throws if it cannot. */
export type Watch = (directory: string, onName: (name: string | undefined) => void) => { close(): void };

export interface DirectoryWatches {
  /** Renews the watches of a directory and those below it. Resolves to the reason if that is impossible. */
  renew(path: string, rules: IgnoreRules, signal: AbortSignal): Promise<string | undefined>;
  /** The names that something happened to since the last call; undefined if it could be any. */
  takeNames(): ReadonlySet<string> | undefined;
  /** Whether an existing directory certainly contains nothing of the project. */
  leavesOut(path: string): boolean;
  /** Watched directories that were replaced without an event, for example by a mount. */
  replaced(): readonly string[];
  has(path: string): boolean;
  lose(): void;
  readonly size: number;
  close(): void;
}

interface Watched {
  readonly watcher: { close(): void };
  readonly rules: IgnoreRules;
  readonly dev: number;
  readonly ino: number;
}

export interface DirectoryWatchesOptions {
  readonly root: string;
  readonly exclude: IgnoreRules;
  readonly maxDirectories: number;
  /** False if all files count, whatever ignore files say. */
  readonly readsIgnoreFiles?: boolean;
  readonly watch?: Watch;
}

// Walks never enter these, in any spelling.
const neverWalked = new Set([".git", ".outrider"]);
const maxNames = 4000;

/** One watch per directory. Paths are relative to the root, which is "". */
// oxlint-disable-next-line max-lines-per-function -- watches and the names they told are one state
export function createDirectoryWatches(options: DirectoryWatchesOptions): DirectoryWatches {
  const { root, exclude, maxDirectories, readsIgnoreFiles = true, watch = watchNames } = options;
  const watched = new Map<string, Watched>();
  const trustedDevices = new Set<number>();
  let names = new Set<string>();
  let isLost = false;
  let isClosed = false;

  function onName(path: string, name: string | undefined): void {
    countEvent();
    if (isLost) return;
    if (name === undefined || names.size >= maxNames) isLost = true;
    else names.add(below(path, name));
    // Events about a directory itself carry its own name; for all but the root, the parent reports them too.
    if (path === "" && name === basename(root)) isLost = true;
  }

  function drop(path: string): void {
    const prefix = path === "" ? "" : `${path}/`;
    for (const [each, { watcher }] of watched) {
      if (each !== path && !each.startsWith(prefix)) continue;
      watcher.close();
      watched.delete(each);
    }
  }

  async function renew(path: string, above: IgnoreRules, signal: AbortSignal): Promise<string | undefined> {
    drop(path);
    const start = path === "" ? above : watched.get(parentOf(path))?.rules;
    // Its parent is gone too, and the watch above that reports when it comes back.
    if (start === undefined) return undefined;
    const open: { path: string; above: IgnoreRules }[] = [{ path, above: start }];
    const pause = createYield(signal);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const failure = await add(next.path, next.above);
      if (failure !== undefined) return failure;
      // Listed only now, so that a new directory is either found here or reported by the watch.
      for (const name of directoriesIn(next.path)) {
        const child = below(next.path, name);
        if (!leavesOut(child)) open.push({ path: child, above: watched.get(next.path)?.rules ?? next.above });
      }
      await pause();
    }
    return undefined;
  }

  async function add(path: string, above: IgnoreRules): Promise<string | undefined> {
    const full = join(root, path);
    const stats = tryLstat(full);
    if (stats?.isDirectory() !== true || isClosed) return undefined;
    if (watched.size >= maxDirectories)
      return `there are more than ${maxDirectories.toLocaleString("en-US")} directories`;
    const distrust = trustedDevices.has(stats.dev) ? undefined : await distrustOf(full);
    if (distrust !== undefined || isClosed) return distrust;
    trustedDevices.add(stats.dev);
    try {
      const watcher = watch(full, (name) => onName(path, name));
      const rules = readsIgnoreFiles ? readIgnoreRules(join(full, ".gitignore"), full, above) : above;
      watched.set(path, { watcher, rules, dev: stats.dev, ino: stats.ino });
      return undefined;
    } catch (error) {
      return describeFailure(error);
    }
  }

  function directoriesIn(path: string): string[] {
    if (!watched.has(path)) return [];
    return tryReaddir(join(root, path)).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  }

  function leavesOut(path: string): boolean {
    const full = join(root, path);
    if (neverWalked.has(basename(path).toLowerCase())) return true;
    return exclude.leavesOut(full) ?? watched.get(parentOf(path))?.rules.leavesOut(full) ?? false;
  }

  return {
    renew,
    leavesOut,
    takeNames() {
      const taken = isLost ? undefined : names;
      isLost = false;
      names = new Set();
      return taken;
    },
    replaced() {
      const differs = ([path, { dev, ino }]: [string, Watched]): boolean => {
        const stats = tryLstat(join(root, path));
        return stats?.ino !== ino || stats.dev !== dev;
      };
      return [...watched].filter(differs).map(([path]) => path);
    },
    has: (path) => watched.has(path),
    lose: () => (isLost = true),
    get size() {
      return watched.size;
    },
    close() {
      isClosed = true;
      drop("");
    },
  };
}

const watchNames: Watch = (directory, onName) => {
  const watcher = watchDirectory(directory, { persistent: false });
  watcher.on("change", (_event, name) => onName(typeof name === "string" ? name : undefined));
  watcher.on("error", () => onName(undefined));
  return watcher;
};

function tryReaddir(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** No failure if a directory is gone or not readable: its parent reports when that changes. */
function describeFailure(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (["ENOENT", "ENOTDIR", "EACCES"].includes(code)) return undefined;
  if (code === "ENOSPC") return "the system allows no more file watches (fs.inotify.max_user_watches)";
  if (code === "EMFILE") return "too many files are open to watch more (fs.inotify.max_user_instances)";
  return code === "" ? "watching failed" : `watching failed (${code})`;
}
