import type { FileStamp } from "../workspace/freshness/file-table.ts";
import { type FreshFiles, openFreshFiles } from "../workspace/freshness/fresh-files.ts";
import type { Project } from "../workspace/project.ts";
import { limitSignal, waitUnlessAborted } from "../workspace/time/limit-signal.ts";
import { openFilesOf } from "../workspace/walk/open-files.ts";
import { createSweepAhead } from "./sweep-ahead.ts";

/** Paths of files that may be read, relative to the root, with forward slashes. */
export interface DiskChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** `added` is everything there is: all other known files are gone. */
  readonly whole?: true;
  /** Unchanged files whose slow parse has now finished. */
  readonly parsed?: readonly string[];
}

export type ChangeListener = (changes: DiskChanges) => void;

/** Where an index learns about changes on disk. */
export interface ChangeSource {
  /** Looks at the disk; all changes found are reported before it resolves. */
  look(options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** With `replay`, earlier findings are reported at once. The returned function unsubscribes. */
  onChanges(listener: ChangeListener, options?: { readonly replay?: boolean }): () => void;
}

/** All changes to one project's files, reported once to all listeners. Nothing is watched before the first look. */
export interface ChangeFeed extends ChangeSource {
  /** From the last look; undefined before the first. */
  stampOf(path: string): FileStamp | undefined;
  /** How freshness is ensured, in words for people; undefined before the first look. */
  detail(): string | undefined;
  tell(changes: DiskChanges): void;
  /** How many files are known if the project has more than are looked at. */
  cut(): number | undefined;
  /** Settings may have changed since the last call, and with them the list of files: then every file is checked again. */
  follow(project: Project): void;
  /** After the work everything counts as added; there are no looks in the meantime. */
  reset(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

// oxlint-disable-next-line max-lines-per-function -- the feed has one state; every function inside is short
export function openChangeFeed(first: Project, maxFiles?: number): ChangeFeed {
  const closing = new AbortController();
  const listeners = new Set<ChangeListener>();
  let project = first;
  let fresh: FreshFiles | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const ahead = createSweepAhead({ nextSweep: () => fresh?.nextSweep(), sweep: () => inTurn(sweepAhead) });

  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  /** Callers wait for this look, so a hanging disk must not block it forever. */
  async function sweepAhead(): Promise<void> {
    const limit = limitSignal([closing.signal], maxAheadMs);
    try {
      await refresh(limit.signal, "sweep");
    } finally {
      limit.release();
    }
  }

  async function refresh(asked: AbortSignal, how: "changes" | "sweep"): Promise<void> {
    const signal = AbortSignal.any([asked, closing.signal]);
    signal.throwIfAborted();
    fresh ??= await openFreshFiles({
      directory: project.root,
      list: (listSignal) => openFilesOf(project, { signal: listSignal }),
      listDirectory: (only, listSignal) => openFilesOf(project, { signal: listSignal, only }),
      exclude: project.config.walk.exclude,
      ignoreFiles: project.library?.ignoreFiles,
      maxFiles,
    });
    const isFirst = fresh.files.size === 0;
    const { added, changed, removed } = await fresh[how](signal);
    if (how === "changes") ahead.asked();
    // An empty project is reported, too.
    if (isFirst) tell({ added, changed, removed, whole: true });
    else if (added.length + changed.length + removed.length > 0) tell({ added, changed, removed });
  }

  function tell(changes: DiskChanges): void {
    for (const listener of listeners) listener(changes);
  }

  function dropFresh(): void {
    fresh?.close();
    fresh = undefined;
  }

  return {
    // A cancelled caller returns at once, even while another caller's look is running.
    look: ({ signal }) =>
      waitUnlessAborted(
        inTurn(() => refresh(signal, "changes")),
        signal,
      ),
    onChanges(listener, { replay = false } = {}) {
      listeners.add(listener);
      if (replay && fresh !== undefined)
        listener({ added: [...fresh.files.keys()], changed: [], removed: [], whole: true });
      return () => listeners.delete(listener);
    },
    stampOf: (path) => fresh?.files.get(path),
    detail: () => fresh?.status().detail,
    tell,
    cut: () => (fresh?.isFull === true ? fresh.files.size : undefined),
    follow(asked) {
      const isOther = rulesOf(asked) !== rulesOf(project);
      project = asked;
      if (isOther) void inTurn(async () => dropFresh());
    },
    reset: (work) =>
      inTurn(async () => {
        await work();
        dropFresh();
      }),
    async close() {
      ahead.close();
      closing.abort(new Error("The table is closed."));
      listeners.clear();
      await inTurn(async () => dropFresh());
    },
  };
}

/** What determines the list of files, besides the files themselves. */
function rulesOf({ config, files }: Project): string {
  return JSON.stringify([config.walk.exclude, files.hiddenGlobs]);
}

const maxAheadMs = 10_000;
