import { extname } from "node:path";
import type { ChangeFeed } from "../../indexing/change-feed.ts";
import { runPortions } from "../../indexing/run-portions.ts";
import type { IndexSink } from "../../indexing/project-index.ts";
import type { StoredTable } from "../../indexing/stored-table.ts";
import type { WorkList } from "../../indexing/work-list.ts";
import { type FileStamp, isSameStamp } from "../../workspace/freshness/file-table.ts";
import { createYield } from "../../workspace/freshness/yield-to-loop.ts";
import { type FileToRead, noStamp, type ReadFile, tookTooLong } from "../workers/messages.ts";
import type { ParserPool } from "../workers/open-parser-pool.ts";
import type { ParseBudget } from "../workers/parse-budget.ts";
import { readFiles } from "../workers/read-files.ts";
import { mayHaveSymbols } from "./may-have-symbols.ts";
import type { SymbolEntries } from "./symbol-entries.ts";

export interface SymbolSinkOptions {
  readonly root: string;
  readonly pool: ParserPool;
  readonly feed: ChangeFeed;
  readonly work: WorkList;
  readonly entries: SymbolEntries;
  readonly stored: StoredTable;
  readonly limits: TableLimits;
  readonly budget: ParseBudget;
}

/** What a table may cost. */
export interface TableLimits {
  /** Multiples of the usual time limit for parsing a file: at first, and on the retry. */
  readonly first: number;
  readonly more: number;
  /** Further files of the project are not looked at. */
  readonly maxFiles?: number;
  /** What all slow files of a project may take together beyond ordinary ones. */
  readonly budgetMs?: number;
}

/** Creates records of files in threads, and keeps them in memory and on disk. */
// oxlint-disable-next-line max-lines-per-function -- the sink of one index: what it keeps for a file is one state
export function createSymbolSink(options: SymbolSinkOptions): IndexSink {
  const { root, pool, feed, work, entries, stored, limits, budget } = options;
  let taken = 0;

  async function readPortion({ portion, files }: Portion, signal: AbortSignal): Promise<void> {
    const onFile = (file: ReadFile): unknown => !signal.aborted && settle(file, portion);
    try {
      await readFiles(pool, files, { root, signal, limitFactor: limits.first, budget, onFile });
    } finally {
      for (const { path } of files) work.apply(path, { kind: "given-back", portion });
    }
    signal.throwIfAborted();
  }

  /** Returns whether the file's symbols are known now. */
  function settle(file: ReadFile, portion: number): boolean {
    const { path, stamp, hash, record, timedOut = false } = file;
    if (!work.apply(path, { kind: timedOut ? "timed-out" : "read", portion })) return false;
    if (stamp === undefined) {
      forget(path);
      return false;
    }
    // After a restart, a slow file is retried.
    const lasting = work.slow.has(path) ? noStamp : lastingStamp(stamp);
    if (record !== undefined) entries.set(path, { stamp: lasting, hash, bytes: record });
    else entries.restamp(path, lasting);
    stored.changed(path);
    taken += 1;
    if (taken % saveEvery === 0) stored.saveSoon();
    return !timedOut;
  }

  /** Its text is all that the index will have of it, until the file changes. */
  function giveUp(path: string, portion: number): void {
    const stamp = feed.stampOf(path);
    if (!work.apply(path, { kind: "timed-out", portion }) || stamp === undefined) return;
    entries.restamp(path, lastingStamp(stamp));
    stored.changed(path);
  }

  function forget(path: string): void {
    if (!entries.all.has(path)) return;
    entries.delete(path);
    stored.changed(path);
  }

  /** Takes over what another process has read in the meantime, for files that are unchanged since. */
  function adopt(): void {
    for (const path of work.waiting) {
      const file = stored.get(path);
      const stamp = feed.stampOf(path);
      if (file === undefined || stamp === undefined || !isSameStamp(file.stamp, stamp)) continue;
      work.apply(path, { kind: "gone" });
      entries.set(path, file);
    }
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    adopt();
    const next = (): Portion | undefined => takePortion(work, feed, entries);
    // Files added near the end are read by all threads again.
    while (work.waiting.size > 0 && !signal.aborted)
      await runPortions(pool.size, next, (portion) => readPortion(portion, signal));
    stored.saveSoon();
  }

  return {
    known: entries.all,
    async load(signal) {
      try {
        const pause = createYield(signal);
        for (const [path, file] of await stored.load()) {
          entries.set(path, file);
          await pause();
        }
      } catch (error) {
        stored.fault(error);
      }
    },
    wants(path, how) {
      if (how === "parsed" || !mayHaveSymbols(path)) return false;
      // Files reported as changed are re-read even with the same stamp.
      const [known, stamp] = [entries.all.get(path)?.stamp, feed.stampOf(path)];
      return how === "changed" || known === undefined || stamp === undefined || !isSameStamp(known, stamp);
    },
    forget,
    hasWork: () => work.left() > 0,
    adopt: async () => adopt(),
    /** In one process at a time if there is much to do. Resolves when all is read; the lock may be held a moment longer. */
    read(signal) {
      if (work.left() <= maxShared) return readAll(signal);
      return new Promise<void>((resolve, reject) => {
        const fail = (error: unknown): never => {
          reject(error);
          throw error;
        };
        const read = (): Promise<void> => readAll(signal).then(resolve, fail);
        stored.alone({ signal, onRead: adopt }, read).then(resolve, reject);
      });
    },
    async retry(path, portion, signal) {
      const onFile = (file: ReadFile): void => {
        if (signal.aborted || !settle(file, portion)) return;
        feed.tell({ added: [], changed: [], removed: [], parsed: [path] });
      };
      if (budget.state !== "left") giveUp(path, portion);
      else await readFiles(pool, [{ path }], { root, signal, limitFactor: limits.more, budget, onFile });
      stored.saveSoon();
    },
    clear: () =>
      feed.reset(async () => {
        entries.clear();
        await stored.clear();
      }),
    close: () => stored.close(),
  };
}

/** After a restart, a file is re-read that may have been written again within the same clock tick. */
function lastingStamp(stamp: FileStamp): FileStamp {
  return Date.now() - stamp.ctimeMs < youngMs ? noStamp : stamp;
}

interface Portion {
  readonly portion: number;
  readonly files: readonly FileToRead[];
}

/** Files of one language: each thread that meets a language first has to load its grammar and compile its queries. */
function takePortion(work: WorkList, feed: ChangeFeed, { all }: SymbolEntries): Portion | undefined {
  const portion = work.nextPortion();
  const files: FileToRead[] = [];
  let bytes = 0;
  let ending: string | undefined;
  let isFirst: boolean | undefined;
  for (const path of work.waiting) {
    ending ??= extname(path);
    isFirst ??= work.isPreferred(path);
    // Those that a question waits for are at the front, and are not held up by others.
    if (isFirst && !work.isPreferred(path)) break;
    if (extname(path) !== ending) continue;
    const size = feed.stampOf(path)?.size ?? 0;
    if (files.length >= portionFiles || (files.length > 0 && bytes + size > portionBytes)) break;
    bytes += size;
    work.apply(path, { kind: "taken", portion });
    const known = all.get(path);
    // A file that took too long may be faster now.
    files.push({ path, hash: known?.head.note === tookTooLong ? undefined : known?.hash });
  }
  return files.length === 0 ? undefined : { portion, files };
}

// A batch takes a thread about a tenth of a second, which is the longest that a question about one file waits.
const portionBytes = 256 * 1024;
const portionFiles = 64;
/** So few files are read faster than waiting for another process would take. */
const maxShared = 64;
const saveEvery = 2_000;
/** Longer than a clock tick of any file system, and than a file takes from its thread to here. */
const youngMs = 2_000;
