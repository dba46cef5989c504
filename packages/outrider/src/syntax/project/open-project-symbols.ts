import { setTimeout as sleep } from "node:timers/promises";
import type { Project } from "../../workspace/project.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import { waitUnlessAborted } from "../../workspace/time/wait-unless-aborted.ts";
import { type FreshFiles, openFreshFiles } from "../../workspace/freshness/fresh-files.ts";
import { type FileStamp, isSameStamp } from "../../workspace/freshness/file-table.ts";
import { createPause } from "../../workspace/freshness/slices.ts";
import type { Completeness, DiskChanges, ProjectSymbols, SymbolView, ViewOptions } from "../project-symbols.ts";
import { recordFormat } from "../table/file-record.ts";
import { noStamp, type ReadFile } from "../workers/messages.ts";
import type { ParserPool } from "../workers/open-parser-pool.ts";
import { findWorkerFile } from "../workers/worker-file.ts";
import { createBuilder } from "./builder.ts";
import { describeIndex } from "./describe-index.ts";
import { checkEditedText, readEditedText } from "./edited-text.ts";
import { readNamedFile } from "./named-file.ts";
import { identityOf, openStoredTable } from "../../indexing/stored-table.ts";
import { createSweepAhead } from "../../indexing/sweep-ahead.ts";
import { createSymbolEntries } from "./symbol-entries.ts";
import { createSymbolView } from "./symbol-view.ts";
import { readModuleInThread, readPartsInThread } from "../workers/parse-in-thread.ts";
import { openFilesOf } from "../../workspace/walk/open-files.ts";
import { mayHaveSymbols } from "./may-have-symbols.ts";
import { findFilesNaming, findOccurrencesIn, readFilesWith } from "./wide-reads.ts";

export interface OpenProjectSymbols {
  /** The table as one session's project sees it. */
  of(project: Project): ProjectSymbols;
  close(): Promise<void>;
}

const defaultWaitMs = 10_000;

/** The table of one project's root, shared by all sessions. Nothing is read before the first question. */
export function openProjectSymbols(first: Project, pool: ParserPool): OpenProjectSymbols {
  const { root } = first;
  const entries = createSymbolEntries();
  const stored = openStoredTable({
    project: first,
    folder: "index",
    identity: () => identityOf(first, recordFormat, findWorkerFile()),
    current: (path) => entries.all.get(path),
  });
  const closing = new AbortController();
  let project = first;
  let fresh: FreshFiles | undefined;
  let loaded: Promise<void> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let taken = 0;
  let building: Build | undefined;
  let problem: string | undefined;
  const listeners = new Set<(changes: DiskChanges) => void>();

  const builder = createBuilder({
    root,
    pool,
    knownHash: (path) => entries.all.get(path)?.hash,
    sizeOf: (path) => fresh?.files.get(path)?.size ?? 0,
    onFile: take,
    onFailure: tellProblem,
  });

  function tellProblem(error: unknown): void {
    problem = error instanceof Error ? error.message : String(error);
  }

  function take({ path, stamp, hash, record }: ReadFile): void {
    if (stamp === undefined) return forget(path);
    // A later write within the same tick of the clock would have the same stamp: after a restart the content decides.
    const lasting = Date.now() - stamp.ctimeMs < youngMs ? noStamp : stamp;
    if (record !== undefined) entries.set(path, { stamp: lasting, hash, bytes: record });
    else if (entries.all.has(path)) entries.restamp(path, lasting);
    stored.changed(path);
    taken += 1;
    if (taken % saveEvery === 0) stored.saveSoon();
  }

  function forget(path: string): void {
    builder.drop(path);
    if (!entries.all.has(path)) return;
    entries.delete(path);
    stored.changed(path);
  }

  async function load(): Promise<void> {
    try {
      const pause = createPause(closing.signal);
      for (const [path, file] of await stored.load()) {
        entries.set(path, file);
        await pause();
      }
    } catch (error) {
      // What cannot be used is read again.
      stored.fault(error);
    }
  }

  const ahead = createSweepAhead({
    nextSweep: () => fresh?.nextSweep(),
    sweep: () => inTurn(sweepAhead),
  });

  /** Whoever asks waits for this turn: a disk that hangs does not hold it for ever. */
  async function sweepAhead(): Promise<void> {
    const limit = limitSignal([closing.signal], mostAheadMs);
    try {
      await refresh(limit.signal, "sweep");
    } finally {
      limit.release();
    }
  }

  /** Looks at the disk and puts what differs on the builder's list. */
  async function refresh(asked: AbortSignal, how: "changes" | "sweep" = "changes"): Promise<void> {
    const signal = AbortSignal.any([asked, closing.signal]);
    signal.throwIfAborted();
    await (loaded ??= load());
    fresh ??= await openFreshFiles({
      directory: root,
      list: (listSignal) => openFilesOf(project, { signal: listSignal }),
      listDirectory: (only, listSignal) => openFilesOf(project, { signal: listSignal, only }),
      exclude: project.config.walk.exclude,
      ignoreFiles: project.library?.ignoreFiles,
    });
    const isFirst = fresh.files.size === 0;
    const { added, changed, removed } = await fresh[how](signal);
    if (how === "changes") ahead.asked();
    const { files } = fresh;
    tellListeners(isFirst ? { added, changed, removed, whole: true } : { added, changed, removed });
    for (const path of removed) forget(path);
    const isNews = (path: string): boolean => !isStored(path, files.get(path));
    // What is said to have changed is read again even under the same stamp.
    builder.add([...added.filter(isNews), ...changed].filter(mayHaveSymbols));
    if (isFirst) for (const path of entries.all.keys()) if (!files.has(path)) forget(path);
  }

  function tellListeners(changes: DiskChanges): void {
    const { added, changed, removed, whole } = changes;
    // That there is nothing at all is news, too.
    if (whole !== true && added.length + changed.length + removed.length === 0) return;
    for (const listener of listeners) listener(changes);
  }

  function isStored(path: string, stamp: FileStamp | undefined): boolean {
    const known = entries.all.get(path)?.stamp;
    return known !== undefined && stamp !== undefined && isSameStamp(known, stamp);
  }

  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  /** Whoever does not wait any longer leaves, also while another one's turn lasts. */
  function look(signal: AbortSignal): Promise<void> {
    return waitUnlessAborted(
      inTurn(() => refresh(signal)),
      signal,
    );
  }

  /** Other settings list other files: everything is looked at anew. */
  function follow(asked: Project): void {
    const isOther = rulesOf(asked) !== rulesOf(project);
    project = asked;
    if (isOther) void inTurn(async () => dropFresh());
  }

  function dropFresh(): void {
    fresh?.close();
    fresh = undefined;
  }

  /** One build at a time, in one process at a time where there is much to do; it goes on when whoever asked has gone. */
  function build(): Promise<void> {
    if (building !== undefined) {
      // One that was stopped ends first; who asks after that wants another.
      return building.controller.signal.aborted ? building.done.then(build) : building.done;
    }
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    if (signal.aborted) return Promise.resolve();
    const done = new Promise<void>((resolve) => {
      // Over when all is read; the lock may take a moment longer.
      const end = (): void => {
        if (building?.controller === controller) building = undefined;
        resolve();
      };
      const read = (): Promise<void> => readAll(signal).finally(end);
      const work = builder.left() > mostAlone ? stored.alone({ signal, onRead: adopt }, read) : read();
      work.catch((error: unknown) => signal.aborted || tellProblem(error)).finally(end);
    });
    building = { controller, done };
    return done;
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    problem = undefined;
    adopt();
    await builder.readAll(signal);
    stored.saveSoon();
  }

  /** What another process has read in the meantime, of files as they are now. */
  function adopt(): void {
    for (const path of builder.waiting()) {
      const file = stored.get(path);
      const stamp = fresh?.files.get(path);
      if (file === undefined || stamp === undefined || !isSameStamp(file.stamp, stamp)) continue;
      builder.drop(path);
      entries.set(path, file);
    }
  }

  async function view(options: ViewOptions): Promise<SymbolView> {
    await look(options.signal);
    if (builder.left() > 0 && options.build !== false) await waitForBuild(options);
    if (options.names !== false) await entries.names.prepare(options.signal);
    return createSymbolView(entries, completenessOf(options.scope), closing.signal, new Set(builder.pending()));
  }

  function completenessOf(scope: Scope): Completeness {
    const { done, left } = progress(scope);
    return left === 0 ? { state: "complete" } : { state: "partial", done, total: done + left };
  }

  /** What is being read anew counts as not yet read. */
  function progress(scope: Scope): { readonly done: number; readonly left: number } {
    const pending = new Set(scope === undefined ? builder.pending() : builder.pending().filter(scope));
    if (scope === undefined && pending.size === 0) return { done: entries.all.size, left: 0 };
    let done = 0;
    for (const path of entries.all.keys()) if (scope?.(path) !== false && !pending.has(path)) done += 1;
    return { done, left: pending.size };
  }

  async function waitForBuild({ signal, scope, waitMs = defaultWaitMs, onProgress }: ViewOptions): Promise<void> {
    if (scope !== undefined) builder.prefer(scope);
    const limit = limitSignal([signal, closing.signal], waitMs);
    const over = build().then(() => "over" as const);
    try {
      while (!limit.signal.aborted) {
        const { done, left } = progress(scope);
        if (left === 0) break;
        onProgress?.(done, done + left);
        const pause = sleep(scope === undefined ? progressMs : scopeMs, undefined, { signal: limit.signal });
        if ((await Promise.race([over, pause.catch(() => {})])) === "over") break;
      }
    } finally {
      limit.release();
    }
    signal.throwIfAborted();
  }

  return {
    of(asked) {
      follow(asked);
      return {
        ofFile: (file, { signal }) => readNamedFile(asked, file, { pool, entries, signal }),
        ofText: (file, text, { signal }) => readEditedText(file, text, { pool, signal }),
        partsOf: (file, text, { signal }) => readPartsInThread(file, text, { pool, signal }),
        moduleOf: (file, text, { signal }) => readModuleInThread(file, text, { pool, signal }),
        checkEdit: (question, { signal }) => checkEditedText(question, { pool, signal }),
        view,
        filesWith: (texts, { signal }) => readFilesWith(asked, texts, { pool, entries, signal }),
        async filesNaming(words, { signal }) {
          await look(signal);
          const isComplete = builder.left() === 0;
          return await findFilesNaming(asked, words, { entries, isComplete, signal });
        },
        occurrences: (files, names, { signal }) => findOccurrencesIn(root, files, names, { pool, signal }),
        async look({ signal }) {
          await look(signal);
          return { left: builder.left() };
        },
        onChanges(listener, { replay = false } = {}) {
          listeners.add(listener);
          const known = fresh?.files.keys();
          if (replay && known !== undefined) listener({ added: [...known], changed: [], removed: [], whole: true });
          return () => listeners.delete(listener);
        },
        status: () =>
          describeIndex(entries, {
            ...progress(undefined),
            isBuilding: building !== undefined,
            fresh,
            stored: stored.status(),
            problem,
          }),
        stopBuild: () => building?.controller.abort(),
        async rebuild() {
          building?.controller.abort();
          await building?.done;
          await inTurn(async () => {
            entries.clear();
            await stored.clear();
            dropFresh();
          });
        },
      };
    },
    async close() {
      ahead.close();
      closing.abort(new Error("The table is closed."));
      listeners.clear();
      await building?.done;
      await inTurn(async () => dropFresh());
      await stored.close();
    },
  };
}

interface Build {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** What decides which files there are, besides the files themselves. */
function rulesOf({ config, files }: Project): string {
  return JSON.stringify([config.walk.exclude, files.hiddenGlobs]);
}

type Scope = ViewOptions["scope"];

const mostAheadMs = 10_000;
const progressMs = 500;
/** A few files are soon read; whoever waits for them looks more often. */
const scopeMs = 20;
/** So few files are read sooner than another process could be waited for. */
const mostAlone = 64;
const saveEvery = 2_000;
/** Longer than any clock of a file system ticks, and than a file takes from its thread to here. */
const youngMs = 2_000;
