import { runPortions } from "../../indexing/run-portions.ts";
import type { IndexSink } from "../../indexing/project-index.ts";
import type { WorkList } from "../../indexing/work-list.ts";
import type { SymbolView } from "../../syntax/project-symbols.ts";
import { readHead } from "../../syntax/table/file-record.ts";
import { createYield } from "../../workspace/freshness/yield-to-loop.ts";
import { WorkerLostError } from "../../workspace/threads/open-thread-pool.ts";
import { contentKey } from "../records/file-terms.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { ProjectVectors } from "../vectors/project-vectors.ts";
import type { FileToIndex, IndexReply, IndexPool } from "../workers/index-pool.ts";
import { createFilePlaces, type FilePlaces, type FileReply } from "./file-places.ts";
import type { IndexedContents } from "./indexed-contents.ts";
import { portionsOf, threadsFor, toIndex } from "./portions.ts";
import { isSearchable } from "./searchable.ts";
import type { StoredRecords } from "./stored-records.ts";
import { createVectorTelling } from "./vector-telling.ts";

export interface IndexerOptions {
  readonly root: string;
  readonly pool: IndexPool;
  readonly contents: IndexedContents;
  readonly records: StoredRecords;
  readonly vectors: ProjectVectors;
  readonly work: WorkList;
}

/** Makes the files on the list searchable, each as it is now. `adopt` and `read` must not overlap. */
export interface Indexer
  extends Pick<IndexSink, "wants" | "forget" | "hasWork">, Pick<FilePlaces, "known" | "leftOut"> {
  /** Takes over what is stored for the current files; does not read any of them. */
  adopt(view: SymbolView, signal: AbortSignal): Promise<void>;
  /** Reads files whose symbols in the view are current; resolves to their number. */
  read(view: SymbolView, signal: AbortSignal): Promise<number>;
  /** Everything has to be read again. */
  clear(): void;
}

// oxlint-disable-next-line max-lines-per-function -- the sink of one index: what it keeps for a file is one state
export function createIndexer({ root, pool, contents, records, vectors, work }: IndexerOptions): Indexer {
  const telling = createVectorTelling({ root, pool, contents, vectors });
  const places = createFilePlaces({ work, contents, records, onLeft: telling.left });

  /** Resolves when the words can be searched; the vectors follow, in `told`. */
  async function readPortion(
    files: readonly FileToIndex[],
    {
      portion,
      told,
      signal,
    }: { readonly portion: number; readonly told: Promise<void>[]; readonly signal: AbortSignal },
  ): Promise<void> {
    const { replies, failed } = await readInThread({ root, files, vectors: vectors.wantsStatic }, pool, signal);
    if (failed !== undefined && work.apply(failed, { kind: "read", portion }))
      places.leaveOut(failed, "the indexer failed on it");
    const { added, made } = places.settle(replies, portion);
    // The thread does not wait until the vectors are on disk.
    const end = telling.tell(added, made, signal);
    end.catch(() => {});
    told.push(end);
  }

  async function adopt(view: SymbolView, signal: AbortSignal): Promise<void> {
    const portion = work.nextPortion();
    const paths = [...work.waiting];
    for (const path of paths) work.apply(path, { kind: "taken", portion });
    const pause = createYield(signal);
    const known: ContentKey[] = [];
    const admitKnown = (): number => {
      contents.admit(known);
      return telling.came(known.splice(0));
    };
    try {
      for (const path of paths) {
        const step = stepOf(path, view, records);
        const isDone = step.kind === "known" || step.kind === "leave out";
        // Files that changed or disappeared meanwhile differ from the view.
        if (!work.apply(path, { kind: isDone ? "read" : "given-back", portion })) continue;
        if (step.kind === "known") known.push(...places.put(path, step.key));
        if (step.kind === "leave out") places.leaveOut(path, step.note);
        if (known.length < knownAtOnce) continue;
        if (admitKnown() >= toldAtOnce) await telling.tell([], [], signal);
        await pause();
      }
      admitKnown();
      await telling.tellRest(signal);
    } finally {
      for (const path of paths) work.apply(path, { kind: "given-back", portion });
    }
    await contents.join(signal);
  }

  function takeFiles(view: SymbolView, portion: number): readonly FileToIndex[] {
    const files: FileToIndex[] = [];
    // Texts without symbols could be read at once, and would take the time of those that a question waits for.
    const isFirst = view.completeness.state === "partial" && [...work.waiting].some(work.isPreferred);
    for (const path of work.waiting) {
      if (isFirst && !work.isPreferred(path)) continue;
      const step = stepOf(path, view, records);
      if (step.kind !== "read") continue;
      work.apply(path, { kind: "taken", portion });
      files.push(step.file);
    }
    return files;
  }

  return {
    known: places.known,
    leftOut: places.leftOut,
    wants: isSearchable,
    forget(path) {
      telling.forget(path);
      places.forget(path);
    },
    hasWork: () => work.left() > 0 || telling.hasWork(),
    adopt,
    async read(view, signal) {
      const before = places.settled;
      await adopt(view, signal);
      const portion = work.nextPortion();
      const files = takeFiles(view, portion);
      const told: Promise<void>[] = [];
      try {
        const next = portionsOf(files);
        await runPortions(threadsFor(files, pool), next, (some) => readPortion(some, { portion, told, signal }));
        await Promise.all(told);
        await telling.readLacking(view, signal);
        await contents.join(signal);
      } finally {
        await Promise.allSettled(told);
        for (const { path } of files) work.apply(path, { kind: "given-back", portion });
        // While files wait for their symbols, their records only seem to be unused.
        if (work.left() === 0) records.tidy((content) => contents.pathsOf(content).length > 0);
        records.saveSoon();
      }
      return places.settled - before;
    },
    clear() {
      const paths = new Set([...places.known.keys(), ...work.pending()]);
      contents.clear();
      places.clear();
      telling.clear();
      work.clear();
      // At once, so that a question in between notices that nothing is read yet, and waits.
      for (const path of paths) if (isSearchable(path)) work.apply(path, { kind: "changed" });
    },
  };
}

/** A thread's replies, and the file that crashed it; the rest of the portion is read with the next one. */
async function readInThread(
  job: { readonly root: string; readonly files: readonly FileToIndex[]; readonly vectors: boolean },
  pool: IndexPool,
  signal: AbortSignal,
): Promise<{ readonly replies: readonly FileReply[]; readonly failed: string | undefined }> {
  const replies: FileReply[] = [];
  const open = new Set(job.files.map(({ path }) => path));
  const onReply = (reply: IndexReply): void => {
    if (!("path" in reply)) return;
    open.delete(reply.path);
    replies.push(reply);
  };
  try {
    await pool.run({ kind: "index", ...job }, { signal, onReply });
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
    return { replies, failed: [...open][0] };
  }
  return { replies, failed: undefined };
}

type Step =
  | { readonly kind: "wait" }
  | { readonly kind: "known"; readonly key: ContentKey }
  | { readonly kind: "leave out"; readonly note: string }
  | { readonly kind: "read"; readonly file: FileToIndex };

/** What to do with a file: it is already read with this content, left out by a rule, or has to be read. */
function stepOf(path: string, view: SymbolView, records: StoredRecords): Step {
  const file = toIndex(path, view);
  if (file === undefined) return { kind: "wait" };
  const symbols = view.stored(path);
  if (symbols === undefined) return { kind: "read", file };
  const head = readHead(symbols.bytes);
  if (head.note !== undefined && unreadNotes.has(head.note)) return { kind: "leave out", note: head.note };
  const key = contentKey(symbols.hash, head);
  return records.get(key) === undefined ? { kind: "read", file } : { kind: "known", key };
}

/** Rules of the symbol table that also apply here; a file that is just hard to parse is still a text. */
const unreadNotes: ReadonlySet<string> = new Set(["too large", "binary", "minified", "large data", "cannot be read"]);

/** Stored contents that are added to the index in one go: some milliseconds of the main thread. */
const knownAtOnce = 16;
/** Contents that the vector store is told about in one go: it may be on another machine. */
const toldAtOnce = 256;
