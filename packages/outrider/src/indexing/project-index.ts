import { setTimeout as sleep } from "node:timers/promises";
import { limitSignal, waitUnlessAborted } from "../workspace/time/limit-signal.ts";
import type { ChangeSource, DiskChanges } from "./change-feed.ts";
import type { IndexState } from "./index-state.ts";
import { createSlowRetries, type RetryFile } from "./retry-slow.ts";
import { createIndexRunner, type IndexWork } from "./run-index.ts";
import type { WorkList } from "./work-list.ts";

/**
 * How an index processes and stores files. `adopt` takes over what is stored for the current files on the list, and reads none;
 * `read` adopts what it can and reads the rest. Files it has not read when its signal aborts stay on the list.
 */
export interface IndexSink extends IndexWork {
  /** Files that it knows, whether or not they have changed since. */
  readonly known: KnownFiles;
  /** Prepares what is stored; unusable data is read again. */
  load(signal: AbortSignal): Promise<void>;
  /** Whether such a file has to be read. */
  wants(path: string, how: "added" | "changed" | "parsed"): boolean;
  forget(path: string): void;
  /** Whether `read` would have anything to do. */
  hasWork(): boolean;
  /** Parses a slow file with more time. */
  readonly retry?: RetryFile;
  close(): Promise<void>;
}

export interface KnownFiles {
  readonly size: number;
  has(path: string): boolean;
  keys(): Iterable<string>;
}

export interface IndexProgress {
  readonly done: number;
  readonly left: number;
}

export interface WaitOptions {
  readonly signal: AbortSignal;
  readonly waitMs: number;
  /** Only these files matter: they are read first, and others are not waited for. */
  readonly scope?: ((path: string) => boolean) | undefined;
  /** These are read before all others, in this order. */
  readonly first?: readonly string[] | undefined;
  /** After that time the files in `first` are enough, unless the others will follow in time. Default: they are never. */
  readonly leastMs?: number | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** One index of a project: receives changes and has its sink read them. */
export interface ProjectIndex {
  readonly state: IndexState;
  /** Aborts when the index is closed. */
  readonly closing: AbortSignal;
  /** Afterwards the list matches the disk; nothing is read yet. */
  look(signal: AbortSignal): Promise<void>;
  /** Reads everything on the list and waits at most `waitMs`. The build continues when the caller stops waiting. */
  wait(options: WaitOptions): Promise<void>;
  /** Files that are being read again count as not yet read. */
  progress(scope?: WaitOptions["scope"]): IndexProgress;
  /** Takes over what is stored. Continues when the caller stops waiting; otherwise the next one would start again. */
  adopt(signal: AbortSignal): Promise<void>;
  /** Stops a running build; what it has read is kept. */
  stop(): Promise<void>;
  /** Forgets everything; the next question reads it again. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface ProjectIndexOptions {
  /** Used in the error after it was closed: "table". */
  readonly name: string;
  readonly source: ChangeSource;
  readonly work: WorkList;
  readonly sink: IndexSink;
  /** Files with a lower rank are read before others. Default: as the disk lists them. */
  readonly rank?: ((path: string) => number) | undefined;
}

export function createProjectIndex({ name, source, work, sink, rank }: ProjectIndexOptions): ProjectIndex {
  const controller = new AbortController();
  const closing = controller.signal;
  const retries = createSlowRetries(work, async (...file) => await sink.retry?.(...file), closing);
  const runner = createIndexRunner({ work: sink, closing, onBuilt: retries.start });
  const endListening = source.onChanges((changes) => noteChanges(changes, { work, sink, rank }), { replay: true });
  const isUnread = (path: string): boolean => work.waiting.has(path) || work.reading.has(path);
  let loading: Promise<void> | undefined;
  const load = (): Promise<void> => (loading ??= sink.load(closing));
  return {
    get state() {
      return runner.state;
    },
    closing,
    async look(signal) {
      closing.throwIfAborted();
      await waitUnlessAborted(load(), signal);
      await source.look({ signal });
    },
    async wait({ signal, waitMs, scope, first, leastMs, onProgress }) {
      if (!sink.hasWork()) return retries.start();
      const wanted = first ?? scope;
      if (wanted !== undefined) work.prefer(wanted);
      const begun = performance.now();
      const before = countFiles(work, sink.known, scope).done;
      const limit = limitSignal([signal, closing], waitMs);
      const over = runner.build().then(() => "over" as const);
      try {
        while (!limit.signal.aborted) {
          const { done, left } = countFiles(work, sink.known, scope);
          if (scope !== undefined && left === 0) break;
          const spent = performance.now() - begun;
          const isEnough = leastMs !== undefined && spent >= leastMs && first?.some(isUnread) !== true;
          if (isEnough && !endsInTime({ read: done - before, left, spent, waitMs })) break;
          onProgress?.(done, done + left);
          const pause = sleep(wanted === undefined ? tellMs : scopeMs, undefined, { signal: limit.signal, ref: false });
          if ((await Promise.race([over, pause.catch(() => {})])) === "over") break;
        }
      } finally {
        limit.release();
      }
      if (!limit.isLate()) limit.signal.throwIfAborted();
    },
    progress: (scope) => countFiles(work, sink.known, scope),
    adopt: (signal) => waitUnlessAborted(runner.adopt(), signal),
    async stop() {
      retries.stop();
      await runner.stop();
    },
    async clear() {
      // Only what is loaded can be forgotten.
      await load();
      retries.stop();
      await runner.clear();
    },
    async close() {
      endListening();
      controller.abort(new Error(`The ${name} is closed.`));
      await Promise.all([runner.close(), retries.ended()]);
      await sink.close();
    },
  };
}

function noteChanges(
  { added, changed, removed, whole, parsed = [] }: DiskChanges,
  { work, sink, rank }: Pick<ProjectIndexOptions, "work" | "sink" | "rank">,
): void {
  const forget = (path: string): void => {
    work.apply(path, { kind: "gone" });
    sink.forget(path);
  };
  if (whole === true) {
    const there = new Set(added);
    for (const path of [...sink.known.keys(), ...work.pending()]) if (!there.has(path)) forget(path);
  }
  for (const path of removed) forget(path);
  for (const path of inOrder(added, rank)) if (sink.wants(path, "added")) work.apply(path, { kind: "changed" });
  for (const path of changed) if (sink.wants(path, "changed")) work.apply(path, { kind: "changed" });
  for (const path of parsed) if (sink.wants(path, "parsed")) work.apply(path, { kind: "changed" });
}

/** Whether the rest is read before the time is up, at the speed so far. */
function endsInTime({ read, left, spent, waitMs }: Record<"read" | "left" | "spent" | "waitMs", number>): boolean {
  return (left * spent) / Math.max(1, read) <= waitMs - spent;
}

/** Files of the same rank stay in their order. */
function inOrder(paths: readonly string[], rank: ProjectIndexOptions["rank"]): readonly string[] {
  if (rank === undefined || paths.length < 2) return paths;
  const byRank = new Map<number, string[]>();
  for (const path of paths) {
    const own = rank(path);
    const same = byRank.get(own);
    if (same === undefined) byRank.set(own, [path]);
    else same.push(path);
  }
  return [...byRank].sort(([one], [other]) => one - other).flatMap(([, same]) => same);
}

function countFiles(work: WorkList, known: KnownFiles, scope: WaitOptions["scope"]): IndexProgress {
  if (scope === undefined) {
    let done = known.size;
    for (const pending of [work.waiting, work.reading]) for (const path of pending) if (known.has(path)) done -= 1;
    return { done, left: work.left() };
  }
  const pending = new Set(work.pending().filter(scope));
  let done = 0;
  for (const path of known.keys()) if (scope(path) && !pending.has(path)) done += 1;
  return { done, left: pending.size };
}

const tellMs = 500;
/** A few files are read quickly, so their progress is checked more often. */
const scopeMs = 20;
