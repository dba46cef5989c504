import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessRunner } from "toolwright";
import { problemOf } from "../../indexing/index-state.ts";
import {
  createProjectIndex,
  type IndexSink,
  type ProjectIndex,
  type WaitOptions,
} from "../../indexing/project-index.ts";
import { createWorkList, type WorkList } from "../../indexing/work-list.ts";
import { languageOf } from "../../languages/language-of.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { mayHaveSymbols } from "../../syntax/project/may-have-symbols.ts";
import { readingRank } from "../../syntax/project/reading-rank.ts";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import type { ProjectSearch, SearchOptions, SearchStatus } from "../project-search.ts";
import type { EncodeWords } from "../ranking/corpus.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { openProjectVectors } from "../vectors/open-project-vectors.ts";
import type { ProjectVectors } from "../vectors/project-vectors.ts";
import type { IndexPool } from "../workers/index-pool.ts";
import { answerQuery } from "./answer-query.ts";
import { findFilesHolding } from "./find-holding.ts";
import { createIndexedContents, type IndexedContents } from "./indexed-contents.ts";
import { createIndexer, type Indexer } from "./indexer.ts";
import { toIndex } from "./portions.ts";
import { fitsLanguage } from "./searchable.ts";
import { openStoredRecords, type StoredRecords } from "./stored-records.ts";

interface SearchFacts {
  readonly contents: IndexedContents;
  readonly vectors: ProjectVectors;
  readonly records: StoredRecords;
  readonly leftOut: ReadonlyMap<string, string>;
  readonly isBuilding: boolean;
  readonly done: number;
  readonly left: number;
  /** Why the last build ended early. */
  readonly problem: string | undefined;
  readonly rate: number | undefined;
}

const maxExamples = 5;

export interface OpenSearchOptions {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly pool: IndexPool;
  /** Uses the bundled model; undefined without it. */
  readonly encodeWords: EncodeWords | undefined;
  readonly settings: SearchSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
}

export interface OpenProjectSearch extends ProjectSearch {
  /** The state as of the last look at the disk. */
  lastStatus(): SearchStatus;
  close(): Promise<void>;
}

/** How long the first answers wait for a project that is being read; then they report the progress. */
const defaultWaitMs = 8_000;
/** So long an answer waits for all files, even when those with its words are read. */
const leastMs = 3_000;
/** Fewer files are read before a search for words would pay off. */
const maxSoonRead = 64;
/** Symbols that are read within this time are indexed before waiting for the next ones. */
const stepMs = 400;

/** The index of one project root, shared by all sessions. Nothing is read before the first question. */
export function openProjectSearch({ project, symbols, pool, ...options }: OpenSearchOptions): OpenProjectSearch {
  const { root } = project;
  const records = openStoredRecords(project);
  const contents = createIndexedContents((key) => records.get(key));
  const vectors = openProjectVectors({ project, ...options, textsOf });
  const work = createWorkList();
  const indexer = createIndexer({ root, pool, contents, records, vectors, work });
  const sink = createSearchSink({ symbols, indexer, records, vectors });
  const index = createProjectIndex({ name: "search", source: symbols, work, sink, rank: readingRank });

  /** For a remote model; read by a thread from the current file. */
  async function textsOf(content: ContentKey, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const [path] = contents.pathsOf(content);
    if (path === undefined) return undefined;
    const file = toIndex(path, await symbols.view({ signal, names: false }));
    let texts: readonly string[] | undefined;
    await pool.run(
      { kind: "texts", root, file: file ?? { path, symbols: undefined } },
      {
        signal,
        onReply(reply) {
          if (reply.kind === "texts" && reply.content === content) texts = reply.texts;
        },
      },
    );
    return texts;
  }

  function describeState(): ReturnType<typeof describeSearch> {
    const isBuilding = index.state.kind === "building" || index.state.kind === "stopping";
    const [progress, problem] = [index.progress(), problemOf(index.state)];
    const { leftOut } = indexer;
    return describeSearch({ contents, vectors, records, leftOut, isBuilding, ...progress, problem, rate: sink.rate() });
  }

  return {
    async search(query, searchOptions) {
      const { signal, waitMs = defaultWaitMs, onProgress } = searchOptions;
      await index.look(signal);
      const until = performance.now() + waitMs;
      const first = await filesToReadFirst(query, searchOptions, { project, symbols, index, work });
      await index.wait({ signal, waitMs: Math.max(0, until - performance.now()), onProgress, ...first });
      const view = await symbols.view({ signal, waitMs: 0, names: false });
      const { done, left } = index.progress();
      const coverage = { done, total: done + left, cut: view.cut };
      const { encodeWords } = options;
      searchOptions.onSearching?.();
      return await answerQuery(query, searchOptions, { contents, vectors, view, encodeWords, coverage });
    },
    async status({ signal }) {
      await index.look(signal);
      await index.adopt(signal);
      const { waiting } = work;
      if (waiting.size > 0 && ![...waiting].some(mayHaveSymbols)) await index.wait({ signal, waitMs: stepMs });
      return describeState();
    },
    async build(buildOptions) {
      await index.look(buildOptions.signal);
      await index.wait(buildOptions);
      return describeState();
    },
    lastStatus: describeState,
    stop: () => index.stop(),
    clear: () => index.clear(),
    close: () => index.close(),
  };
}

interface ReadFirstOptions extends Pick<OpenSearchOptions, "project" | "symbols"> {
  readonly index: ProjectIndex;
  readonly work: WorkList;
}

/** Those with the words of the question. Nothing of this runs when the index is current, or nearly. */
async function filesToReadFirst(
  query: string,
  { signal, scope, waitMs, content, language }: SearchOptions,
  { project, symbols, index, work }: ReadFirstOptions,
): Promise<Pick<WaitOptions, "first" | "leastMs">> {
  if (work.left() <= maxSoonRead || (waitMs !== undefined && waitMs < leastMs)) return {};
  await index.adopt(signal);
  if (work.left() <= maxSoonRead) return {};
  // Reading symbols begins at once; texts without any would take the search's own thread from the files below.
  await symbols.view({ signal, waitMs: 0, names: false });
  const fits = (path: string): boolean =>
    scope?.(path) !== false && fitsLanguage({ content, language }, languageOf(path)?.id ?? "");
  const holding = await findFilesHolding(project, query, { signal, scope: fits });
  const first = holding.filter((path) => work.waiting.has(path) || work.reading.has(path));
  if (first.length === 0) return {};
  // Chunks are made of symbols, so these come first there, too.
  await symbols.view({ signal, first, waitMs: 0, names: false });
  return { first, ...(waitMs === undefined ? { leastMs } : {}) };
}

interface SearchSinkOptions {
  readonly symbols: ProjectSymbols;
  readonly indexer: Indexer;
  readonly records: StoredRecords;
  readonly vectors: ProjectVectors;
}

interface SearchSink extends IndexSink {
  /** Files per second in the current or last build. */
  rate(): number | undefined;
}

/** Has the symbols of a file read first, since they determine its chunks. */
function createSearchSink({ symbols, indexer, records, vectors }: SearchSinkOptions): SearchSink {
  let rate: number | undefined;
  const { known, wants, forget, hasWork } = indexer;
  return {
    known,
    wants,
    forget,
    hasWork,
    rate: () => rate,
    load: () => records.load(),
    async adopt(signal) {
      await indexer.adopt(await symbols.view({ signal, build: false, names: false }), signal);
    },
    async read(signal) {
      const started = performance.now();
      let read = 0;
      let emptyRounds = 0;
      while (indexer.hasWork() && !signal.aborted) {
        const begun = performance.now();
        const view = await symbols.view({ signal, waitMs: stepMs, names: false });
        const now = await indexer.read(view, signal);
        read += now;
        rate = (read / (performance.now() - started)) * 1_000;
        const isComplete = view.completeness.state === "complete";
        emptyRounds = isComplete && now === 0 ? emptyRounds + 1 : 0;
        // A change during a round is read in the next one; files that change even faster wait for the next question.
        if (emptyRounds > 1) break;
        if (now > 0 || isComplete) continue;
        // Do not poll for symbols that cannot be read now without a pause.
        await sleep(Math.max(0, begun + stepMs - performance.now()), undefined, { signal });
      }
      if (!indexer.hasWork() && !signal.aborted) await vectors.settle(signal);
    },
    async clear() {
      indexer.clear();
      await Promise.all([records.clear(), vectors.clear()]);
    },
    async close() {
      await Promise.allSettled([records.close(), vectors.close()]);
    },
  };
}

/** What the index contains, what it leaves out and why, and where it is stored. */
function describeSearch(facts: SearchFacts): SearchStatus {
  const { contents, vectors, records, leftOut, done, left, problem, rate } = facts;
  const { model, external, embedded, place, problem: vectorProblem } = vectors.status();
  return {
    state: stateOf(facts),
    files: contents.paths.size,
    done,
    total: done + left,
    chunks: contents.index.totals.chunks,
    contents: contents.index.totals.contents,
    model,
    external,
    embedded,
    rate: rate === undefined ? undefined : Math.round(rate),
    notes: countNotes(leftOut),
    stored: place.startsWith("in memory") ? place : records.status(),
    problem: problem ?? vectorProblem,
  };
}

function stateOf({ isBuilding, done, left }: SearchFacts): SearchStatus["state"] {
  if (isBuilding) return "building";
  if (done === 0) return "empty";
  return left === 0 ? "ready" : "stopped";
}

function countNotes(leftOut: ReadonlyMap<string, string>): SearchStatus["notes"] {
  const byNote = new Map<string, string[]>();
  for (const [path, note] of leftOut) byNote.set(note, [...(byNote.get(note) ?? []), path]);
  return Array.from(byNote, ([note, paths]) => ({ note, files: paths.length, examples: paths.slice(0, maxExamples) }));
}
