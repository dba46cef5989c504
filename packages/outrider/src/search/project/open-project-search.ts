import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessRunner } from "toolwright/process";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { mayHaveSymbols } from "../../syntax/project/may-have-symbols.ts";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import { waitUnlessAborted } from "../../workspace/time/wait-unless-aborted.ts";
import type { BuildOptions, ProjectSearch, SearchStatus } from "../project-search.ts";
import type { EncodeWords } from "../ranking/path-vectors.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { openProjectVectors } from "../vectors/open-project-vectors.ts";
import type { IndexPool } from "../workers/open-index-pool.ts";
import { answerQuery } from "./answer-query.ts";
import { createIndexedContents } from "./indexed-contents.ts";
import { createIndexer } from "./indexer.ts";
import { openStoredRecords } from "./stored-records.ts";

export interface OpenSearchOptions {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly pool: IndexPool;
  /** Of the bundled model; undefined without it. */
  readonly encodeWords: EncodeWords | undefined;
  readonly settings: SearchSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
}

export interface OpenProjectSearch extends ProjectSearch {
  close(): Promise<void>;
}

/** How long the first answers wait for a project that is being read; then they say how far it is. */
const defaultWaitMs = 3_000;
/** Symbols that are read in this time are indexed before the next ones are waited for. */
const stepMs = 400;

/** The index of one project's root, shared by all sessions. Nothing is read before the first question. */
export function openProjectSearch({
  project,
  symbols,
  pool,
  settings,
  env,
  processes,
  encodeWords,
}: OpenSearchOptions): OpenProjectSearch {
  const { root } = project;
  const closing = new AbortController();
  const records = openStoredRecords(project);
  const contents = createIndexedContents((key) => records.get(key));
  const vectors = openProjectVectors({ project, settings, env, processes, textsOf });
  const indexer = createIndexer({ root, pool, contents, records, vectors });
  let opening: Promise<void> | undefined;
  let building: Build | undefined;
  let adopting: Promise<void> | undefined;
  let clearing: Promise<unknown> | undefined;
  let problem: string | undefined;
  let rate: number | undefined;
  const endListening = symbols.onChanges(
    ({ added, changed, removed, whole }) => {
      if (whole === true) indexer.keepOnly(added);
      for (const path of removed) indexer.drop(path);
      indexer.add(added);
      indexer.add(changed);
    },
    { replay: true },
  );

  /** For a model elsewhere; by way of a thread that reads the file as it is now. */
  async function textsOf(content: ContentKey, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const [path] = contents.pathsOf(content);
    if (path === undefined) return undefined;
    const view = await symbols.view({ signal, names: false });
    let texts: readonly string[] | undefined;
    await pool.run(
      { kind: "texts", root, file: { path, symbols: view.stored(path) } },
      {
        signal,
        onReply(reply) {
          if (reply.kind === "texts" && reply.content === content) texts = reply.texts;
        },
      },
    );
    return texts;
  }

  async function look(signal: AbortSignal): Promise<void> {
    await waitUnlessAborted((opening ??= records.load()), signal);
    await symbols.look({ signal });
  }

  /** One at a time; it goes on when whoever asked has gone. */
  function build(): Promise<void> {
    if (building !== undefined) {
      return building.controller.signal.aborted ? building.done.then(build) : building.done;
    }
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    const done = readAll(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) problem = error instanceof Error ? error.message : String(error);
      })
      .finally(() => {
        building = undefined;
      });
    building = { controller, done };
    return done;
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    problem = undefined;
    await Promise.allSettled([adopting, clearing]);
    const started = performance.now();
    let read = 0;
    while (indexer.hasWork() && !signal.aborted) {
      const begun = performance.now();
      const view = await symbols.view({ signal, waitMs: stepMs, names: false });
      const now = await indexer.read(view, signal);
      read += now;
      rate = (read / (performance.now() - started)) * 1_000;
      if (now > 0) continue;
      // What changes faster than it is read waits for the next question.
      if (view.completeness.state === "complete") break;
      // Symbols that nobody can read now are not asked for without a pause.
      await sleep(Math.max(0, begun + stepMs - performance.now()), undefined, { signal });
    }
    if (!indexer.hasWork() && !signal.aborted) await vectors.settle(signal);
  }

  /** What is stored counts as read. In nobody's call: one that was given up half-way would have to be begun again. */
  function adopt(): Promise<void> {
    adopting ??= (async () => {
      await clearing?.catch(() => {});
      const view = await symbols.view({ signal: closing.signal, build: false, names: false });
      if (building === undefined) await indexer.adopt(view, closing.signal);
    })().finally(() => {
      adopting = undefined;
    });
    return adopting;
  }

  async function waitForBuild({ signal, waitMs, onProgress }: BuildOptions): Promise<void> {
    if (!indexer.hasWork() && indexer.reading.size === 0) return;
    const limit = limitSignal([signal, closing.signal], waitMs);
    const tell = setInterval(() => {
      const { done, total } = progress();
      onProgress?.(done, total);
    }, progressMs);
    try {
      await waitUnlessAborted(build(), limit.signal);
    } catch (error) {
      if (!limit.isLate()) throw error;
    } finally {
      clearInterval(tell);
      limit.release();
    }
  }

  function progress(): { readonly done: number; readonly total: number } {
    const { pending, reading, leftOut } = indexer;
    let done = contents.paths.size + leftOut.size;
    // What is read anew is not done, whatever was known of it before.
    for (const waiting of [pending, reading])
      for (const path of waiting) if (contents.paths.has(path) || leftOut.has(path)) done -= 1;
    return { done, total: done + pending.size + reading.size };
  }

  function describe(): SearchStatus {
    const { done, total } = progress();
    const { model, embedded, place, problem: vectorProblem } = vectors.status();
    const isDone = indexer.pending.size + indexer.reading.size === 0;
    return {
      state:
        building !== undefined
          ? "building"
          : isDone
            ? total === 0
              ? "empty"
              : "ready"
            : done === 0
              ? "empty"
              : "stopped",
      files: contents.paths.size,
      done,
      total,
      chunks: contents.index.totals.chunks,
      contents: contents.index.totals.contents,
      model,
      embedded,
      rate: rate === undefined ? undefined : Math.round(rate),
      notes: countNotes(indexer.leftOut),
      stored: place.startsWith("in memory") ? place : records.status(),
      problem: problem ?? vectorProblem,
    };
  }

  return {
    async search(query, options) {
      const { signal, waitMs = defaultWaitMs } = options;
      await look(signal);
      await waitForBuild({
        signal,
        waitMs,
        ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
      });
      const view = await symbols.view({ signal, waitMs: 0, names: false });
      return await answerQuery(query, options, { contents, vectors, view, encodeWords, coverage: progress() });
    },
    async status({ signal }) {
      await look(signal);
      if (building === undefined) await waitUnlessAborted(adopt(), signal);
      const { pending } = indexer;
      if (pending.size > 0 && ![...pending].some(mayHaveSymbols)) await waitForBuild({ signal, waitMs: stepMs });
      return describe();
    },
    async build(options) {
      await look(options.signal);
      await waitForBuild(options);
      return describe();
    },
    async stop() {
      building?.controller.abort(new Error("The build was stopped."));
      await building?.done;
    },
    async clear() {
      // Only what is known can be forgotten.
      await (opening ??= records.load());
      building?.controller.abort(new Error("The index is cleared."));
      await Promise.allSettled([building?.done, adopting, clearing]);
      const paths = [...contents.paths.keys(), ...indexer.pending, ...indexer.reading, ...indexer.leftOut.keys()];
      contents.clear();
      indexer.clear();
      // At once: whoever asks meanwhile is told that nothing is read yet, and waits.
      indexer.add(paths);
      const work = Promise.all([records.clear(), vectors.clear()]);
      clearing = work;
      await work.finally(() => {
        if (clearing === work) clearing = undefined;
      });
    },
    async close() {
      closing.abort(new Error("The search is closed."));
      endListening();
      await Promise.allSettled([building?.done, adopting, clearing]);
      await Promise.allSettled([records.close(), vectors.close()]);
    },
  };
}

interface Build {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

const progressMs = 500;
const mostExamples = 5;

function countNotes(leftOut: ReadonlyMap<string, string>): SearchStatus["notes"] {
  const byNote = new Map<string, string[]>();
  for (const [path, note] of leftOut) byNote.set(note, [...(byNote.get(note) ?? []), path]);
  return Array.from(byNote, ([note, paths]) => ({ note, files: paths.length, examples: paths.slice(0, mostExamples) }));
}
