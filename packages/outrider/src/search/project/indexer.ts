import type { SymbolView } from "../../syntax/project-symbols.ts";
import { mayHaveSymbols } from "../../syntax/project/which-files.ts";
import { readHead } from "../../syntax/table/file-record.ts";
import { createPause } from "../../workspace/freshness/slices.ts";
import { WorkerLostError } from "../../workspace/threads/open-thread-pool.ts";
import { contentKey } from "../records/content-key.ts";
import type { ContentKey, ContentVectors } from "../stores/vector-store.ts";
import type { ProjectVectors } from "../vectors/project-vectors.ts";
import type { FileToIndex, IndexReply } from "../workers/messages.ts";
import type { IndexPool } from "../workers/open-index-pool.ts";
import type { IndexedContents } from "./indexed-contents.ts";
import type { StoredRecords } from "./stored-records.ts";
import { isSearchable } from "./searchable.ts";

export interface IndexerOptions {
  readonly root: string;
  readonly pool: IndexPool;
  readonly contents: IndexedContents;
  readonly records: StoredRecords;
  readonly vectors: ProjectVectors;
}

/** Brings the files of a project into the index, each as it is now. */
export interface Indexer {
  /** Files that are to be read. */
  readonly pending: ReadonlySet<string>;
  /** Files that a thread has, or whose content is being put into the index. */
  readonly reading: ReadonlySet<string>;
  /** Why others are not found by their text. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** These differ from what the index has. */
  add(paths: Iterable<string>): void;
  drop(path: string): void;
  /** Everything that is not among these is gone. */
  keepOnly(paths: readonly string[]): void;
  /** Takes in what is stored of the files as they are now; reads none of them. */
  adopt(view: SymbolView, signal: AbortSignal): Promise<void>;
  /** Reads what the view's symbols are current for; says how many files that were. */
  read(view: SymbolView, signal: AbortSignal): Promise<number>;
  clear(): void;
}

/** Files a thread reads in one go; whoever waits for one file waits no longer than these take. */
const portionFiles = 24;
/** Stored contents that are put into the index in one go: some milliseconds of the main thread. */
const knownAtOnce = 16;

export function createIndexer({ root, pool, contents, records, vectors }: IndexerOptions): Indexer {
  const pending = new Set<string>();
  const reading = new Set<string>();
  const leftOut = new Map<string, string>();
  /** What is on its way into the index, and into the store of vectors. */
  let settling: Promise<void>[] = [];
  /** Told to the vectors with the next portion. */
  let left: ContentKey[] = [];

  function leave(path: string): void {
    const content = contents.detach(path);
    if (content !== undefined) left.push(content);
  }

  /** What is known of it decides: already read under this content, left out by a rule, or to be read. */
  function prepare(path: string, view: SymbolView): Step {
    const symbols = view.stored(path);
    if (symbols === undefined)
      return mayHaveSymbols(path) ? { kind: "wait" } : { kind: "read", file: { path, symbols } };
    const { note, language } = readHead(symbols.bytes);
    if (note !== undefined && unreadNotes.has(note)) return { kind: "leave out", note };
    const key = contentKey(symbols.hash, language);
    if (records.get(key) !== undefined) return { kind: "known", key };
    return { kind: "read", file: { path, symbols: { hash: symbols.hash, bytes: symbols.bytes } } };
  }

  async function readPortion(files: readonly FileToIndex[], signal: AbortSignal): Promise<void> {
    const made: ContentVectors[] = [];
    const attached: ContentKey[] = [];
    const open = new Set(files.map(({ path }) => path));
    const take = (reply: IndexReply): void => {
      if (!("path" in reply)) return;
      open.delete(reply.path);
      // It may have changed or gone while the thread had it; then this answer is about an older content.
      if (!reading.delete(reply.path)) return;
      switch (reply.kind) {
        case "indexed": {
          const { key, hash, terms, vectors: rows } = reply.content;
          if (records.get(key) === undefined) records.add(key, hash, terms);
          if (rows !== undefined) made.push({ content: key, vectors: rows });
          attached.push(...put(reply.path, key));
          return;
        }
        case "changed":
          // Its symbols are read again with the next look at the disk.
          pending.add(reply.path);
          return;
        case "gone":
          leave(reply.path);
          return;
        case "left-out":
          leaveOut(reply.path, reply.note);
          return;
        default:
          reply satisfies never;
      }
    };
    try {
      await pool.run({ kind: "index", root, files, vectors: vectors.wantsStatic }, { signal, onReply: take });
    } catch (error) {
      const [culprit] = open;
      if (!(error instanceof WorkerLostError) || culprit === undefined) throw error;
      // The others of the portion are read with the next one.
      if (reading.delete(culprit)) leaveOut(culprit, "the indexer failed on it");
    }
    // Words can be searched at once; the thread does not wait until the vectors are on disk.
    const settled = admit(attached, made, signal);
    settled.catch(() => {});
    settling.push(settled);
  }

  function put(path: string, key: ContentKey): readonly ContentKey[] {
    leftOut.delete(path);
    if (contents.paths.get(path) === key) return [];
    leave(path);
    return contents.attach(path, key) ? [key] : [];
  }

  function leaveOut(path: string, note: string): void {
    leave(path);
    leftOut.set(path, note);
  }

  async function admit(
    added: readonly ContentKey[],
    made: readonly ContentVectors[],
    signal: AbortSignal,
  ): Promise<void> {
    contents.admit(added);
    if (made.length > 0) await vectors.put(made, signal);
    const removed = left.filter((key) => contents.pathsOf(key).length === 0);
    left = [];
    const unread = await vectors.follow(added, removed, signal);
    // Its terms were known, its vectors are not: they were lost, or are of another model.
    for (const key of unread) for (const path of contents.pathsOf(key).slice(0, 1)) unreadVectors.add(path);
  }

  const unreadVectors = new Set<string>();

  /** Files whose words are found already, for their vectors alone. */
  async function readVectors(view: SymbolView, signal: AbortSignal): Promise<void> {
    const files = [...unreadVectors].map((path): FileToIndex => ({ path, symbols: view.stored(path) }));
    unreadVectors.clear();
    await inPortions(files, async (portion) => {
      const made: ContentVectors[] = [];
      await pool.run(
        { kind: "index", root, files: portion, vectors: true },
        {
          signal,
          onReply(reply) {
            if (reply.kind !== "indexed" || reply.content.vectors === undefined) return;
            made.push({ content: reply.content.key, vectors: reply.content.vectors });
          },
        },
      );
      await vectors.put(made, signal);
    });
  }

  async function inPortions(
    files: readonly FileToIndex[],
    work: (portion: readonly FileToIndex[]) => Promise<void>,
  ): Promise<void> {
    const portions: FileToIndex[][] = [];
    for (let at = 0; at < files.length; at += portionFiles) portions.push(files.slice(at, at + portionFiles));
    const next = async (): Promise<void> => {
      for (let portion = portions.shift(); portion !== undefined; portion = portions.shift()) await work(portion);
    };
    await Promise.all(Array.from({ length: pool.size }, next));
  }

  return {
    pending,
    reading,
    leftOut,
    add(paths) {
      for (const path of paths) {
        reading.delete(path);
        if (isSearchable(path)) pending.add(path);
      }
    },
    drop(path) {
      pending.delete(path);
      reading.delete(path);
      leftOut.delete(path);
      leave(path);
    },
    keepOnly(paths) {
      const there = new Set(paths);
      for (const path of [...contents.paths.keys(), ...pending, ...reading, ...leftOut.keys()])
        if (!there.has(path)) this.drop(path);
    },
    async adopt(view, signal) {
      const known: ContentKey[] = [];
      for (const path of pending) {
        const step = prepare(path, view);
        if (step.kind === "known") known.push(...put(path, step.key));
        else if (step.kind === "leave out") leaveOut(path, step.note);
        else continue;
        pending.delete(path);
      }
      const pause = createPause(signal);
      for (let at = 0; at < known.length; at += knownAtOnce) {
        await admit(known.slice(at, at + knownAtOnce), [], signal);
        await pause();
      }
      if (known.length === 0 && left.length > 0) await admit([], [], signal);
      await contents.join(signal);
    },
    async read(view, signal) {
      const before = pending.size;
      await this.adopt(view, signal);
      const files: FileToIndex[] = [];
      for (const path of pending) {
        const step = prepare(path, view);
        if (step.kind !== "read") continue;
        pending.delete(path);
        reading.add(path);
        files.push(step.file);
      }
      try {
        await inPortions(files, (portion) => readPortion(portion, signal));
        await Promise.all(settling);
        if (unreadVectors.size > 0) await readVectors(view, signal);
        await contents.join(signal);
      } finally {
        await Promise.allSettled(settling);
        settling = [];
        // What was not read, because the build was stopped, is to be read still.
        for (const path of reading) pending.add(path);
        reading.clear();
      }
      records.tidy((key) => contents.pathsOf(key).length > 0);
      records.saveSoon();
      return before - pending.size;
    },
    clear() {
      pending.clear();
      reading.clear();
      leftOut.clear();
      left = [];
      unreadVectors.clear();
    },
  };
}

type Step =
  | { readonly kind: "wait" }
  | { readonly kind: "known"; readonly key: ContentKey }
  | { readonly kind: "leave out"; readonly note: string }
  | { readonly kind: "read"; readonly file: FileToIndex };

/** Rules of the symbol table that hold here, too; what is only hard to parse is a text all the same. */
const unreadNotes: ReadonlySet<string> = new Set(["too large", "binary", "minified", "large data", "cannot be read"]);
