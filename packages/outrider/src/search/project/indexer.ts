import type { SymbolView } from "../../syntax/project-symbols.ts";
import { mayHaveSymbols } from "../../syntax/project/may-have-symbols.ts";
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

/** Brings the files of a project into the index, each as it is now. `adopt` and `read` come one after the other. */
export interface Indexer {
  /** Files that are to be read. */
  readonly pending: ReadonlySet<string>;
  /** Files that a thread has, or whose content is being put into the index. */
  readonly reading: ReadonlySet<string>;
  /** Why others are not found by their text. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** Whether `read` has anything to do: files to be read, or what the vectors lack of those whose words are found already. */
  hasWork(): boolean;
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
/** A thread is slow until it has read its first hundreds of files: for fewer, a second one takes more than it gives. */
const filesForThread = 400;
/** Stored contents that are put into the index in one go: some milliseconds of the main thread. */
const knownAtOnce = 16;
/** Contents that the vectors are told of in one go: their store may be on another machine. */
const toldAtOnce = 256;

export function createIndexer({ root, pool, contents, records, vectors }: IndexerOptions): Indexer {
  const pending = new Set<string>();
  const reading = new Set<string>();
  const leftOut = new Map<string, string>();
  /** Files whose words are found already, and whose vectors are still to be made. */
  const unreadVectors = new Set<string>();
  /** Told to the vectors with the next portion: what no file has any more, and what could not be told before. */
  let left: ContentKey[] = [];
  let untold: ContentKey[] = [];
  /** What is on its way into the store of vectors. */
  let telling: Promise<void>[] = [];
  /** Files that are done with, counted over all reads. */
  let settled = 0;

  function leave(path: string): void {
    const content = contents.detach(path);
    if (content !== undefined) left.push(content);
  }

  const isHeld = (content: ContentKey): boolean => contents.pathsOf(content).length > 0;

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
    const replies: FileReply[] = [];
    const open = new Set(files.map(({ path }) => path));
    const onReply = (reply: IndexReply): void => {
      if (!("path" in reply)) return;
      open.delete(reply.path);
      replies.push(reply);
    };
    try {
      await pool.run({ kind: "index", root, files, vectors: vectors.wantsStatic }, { signal, onReply });
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      // The others of the portion are read with the next one.
      const [culprit] = open;
      if (culprit !== undefined && reading.delete(culprit)) leaveOut(culprit, "the indexer failed on it");
    }
    const { added, made } = settle(replies);
    // Words can be searched at once; the thread does not wait until the vectors are on disk.
    const told = tell(added, made, signal);
    told.catch(() => {});
    telling.push(told);
  }

  /** All in one go: a file whose content is known here and not yet found would count as read, and be missed. */
  function settle(replies: readonly FileReply[]): Settled {
    const added: ContentKey[] = [];
    const made = new Map<ContentKey, ContentVectors>();
    for (const reply of replies) {
      // It may have changed or gone while the thread had it; then this answer is about an older content.
      if (!reading.delete(reply.path)) continue;
      switch (reply.kind) {
        case "indexed": {
          const { key, hash, terms, vectors: rows } = reply.content;
          if (records.get(key) === undefined) records.add(key, hash, terms);
          if (rows !== undefined) made.set(key, { content: key, vectors: rows });
          added.push(...put(reply.path, key));
          break;
        }
        case "changed":
          // Its symbols are read again with the next look at the disk.
          pending.add(reply.path);
          break;
        case "gone":
          leave(reply.path);
          settled += 1;
          break;
        case "left-out":
          leaveOut(reply.path, reply.note);
          break;
        default:
          reply satisfies never;
      }
    }
    contents.admit(added);
    return { added, made: [...made.values()] };
  }

  function put(path: string, key: ContentKey): readonly ContentKey[] {
    settled += 1;
    leftOut.delete(path);
    if (contents.paths.get(path) === key) return [];
    leave(path);
    return contents.attach(path, key) ? [key] : [];
  }

  function leaveOut(path: string, note: string): void {
    settled += 1;
    leave(path);
    leftOut.set(path, note);
  }

  /** Tells the vectors what came, after those that threads made of it, and what left. */
  async function tell(
    added: readonly ContentKey[],
    made: readonly ContentVectors[],
    signal: AbortSignal,
  ): Promise<void> {
    let came = added;
    let gone: readonly ContentKey[] = [];
    try {
      if (made.length > 0) await vectors.put(made, signal);
      came = [...untold.splice(0), ...added].filter(isHeld);
      gone = left.splice(0).filter((key) => !isHeld(key));
      const unread = await vectors.follow(came, gone, signal);
      // Its terms were known, its vectors are not: they were lost, or are of another model.
      for (const key of unread) for (const path of contents.pathsOf(key).slice(0, 1)) unreadVectors.add(path);
    } catch (error) {
      // Whoever goes on tells it.
      untold.push(...came);
      left.push(...gone);
      throw error;
    }
  }

  /** Files whose words are found already, for their vectors alone. */
  async function readVectors(view: SymbolView, signal: AbortSignal): Promise<void> {
    const files: FileToIndex[] = [];
    for (const path of unreadVectors) {
      const symbols = view.stored(path);
      // One that is being read anew gets those of its new content then.
      if (symbols === undefined && mayHaveSymbols(path)) unreadVectors.delete(path);
      else files.push({ path, symbols });
    }
    await inPortions(files, async (portion) => {
      const made: ContentVectors[] = [];
      try {
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
      } finally {
        // Once is enough for what cannot be read; what was stopped goes on.
        if (!signal.aborted) for (const { path } of portion) unreadVectors.delete(path);
      }
    });
  }

  /** Goes on with the others when one fails, and fails in the end: nothing runs on behind whoever waited. */
  async function inPortions(
    files: readonly FileToIndex[],
    work: (portion: readonly FileToIndex[]) => Promise<void>,
  ): Promise<void> {
    const portions: FileToIndex[][] = [];
    for (let at = 0; at < files.length; at += portionFiles) portions.push(files.slice(at, at + portionFiles));
    const next = async (): Promise<void> => {
      for (let portion = portions.shift(); portion !== undefined; portion = portions.shift()) await work(portion);
    };
    const threads = Math.min(pool.size, Math.ceil(files.length / filesForThread));
    const ends = await Promise.allSettled(Array.from({ length: threads }, next));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }

  /** What was not read, because the build was stopped, is to be read still. */
  function giveBack(): void {
    for (const path of reading) pending.add(path);
    reading.clear();
  }

  return {
    pending,
    reading,
    leftOut,
    hasWork: () => pending.size + unreadVectors.size + untold.length > 0 || vectors.hasLost(),
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
      unreadVectors.delete(path);
      leave(path);
    },
    keepOnly(paths) {
      const there = new Set(paths);
      for (const path of [...contents.paths.keys(), ...pending, ...reading, ...leftOut.keys()])
        if (!there.has(path)) this.drop(path);
    },
    async adopt(view, signal) {
      const paths = [...pending];
      for (const path of paths) reading.add(path);
      pending.clear();
      const pause = createPause(signal);
      const known: ContentKey[] = [];
      const admitKnown = (): void => {
        contents.admit(known);
        untold.push(...known.splice(0));
      };
      try {
        for (const path of paths) {
          // What has changed or gone meanwhile is not what the view has.
          if (!reading.delete(path)) continue;
          const step = prepare(path, view);
          if (step.kind === "known") known.push(...put(path, step.key));
          else if (step.kind === "leave out") leaveOut(path, step.note);
          else pending.add(path);
          if (known.length < knownAtOnce) continue;
          admitKnown();
          if (untold.length >= toldAtOnce) await tell([], [], signal);
          await pause();
        }
        admitKnown();
        if (left.length + untold.length > 0 || vectors.hasLost()) await tell([], [], signal);
      } finally {
        giveBack();
      }
      await contents.join(signal);
    },
    async read(view, signal) {
      const before = settled;
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
        await Promise.all(telling);
        if (unreadVectors.size > 0) await readVectors(view, signal);
        await contents.join(signal);
      } finally {
        await Promise.allSettled(telling);
        telling = [];
        giveBack();
        // As long as files wait for their symbols, their records only seem to be of no use.
        if (pending.size === 0) records.tidy(isHeld);
        records.saveSoon();
      }
      return settled - before;
    },
    clear() {
      pending.clear();
      reading.clear();
      leftOut.clear();
      unreadVectors.clear();
      left = [];
      untold = [];
    },
  };
}

/** What a thread says of one file. */
type FileReply = Extract<IndexReply, { readonly path: string }>;

interface Settled {
  /** Contents that are new to the index. */
  readonly added: readonly ContentKey[];
  readonly made: readonly ContentVectors[];
}

type Step =
  | { readonly kind: "wait" }
  | { readonly kind: "known"; readonly key: ContentKey }
  | { readonly kind: "leave out"; readonly note: string }
  | { readonly kind: "read"; readonly file: FileToIndex };

/** Rules of the symbol table that hold here, too; what is only hard to parse is a text all the same. */
const unreadNotes: ReadonlySet<string> = new Set(["too large", "binary", "minified", "large data", "cannot be read"]);
