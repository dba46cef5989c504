import type { ProcessRunner } from "toolwright";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import { createLazy } from "../../workspace/lifetime/lazy.ts";
import { createRefcountedPool, type OpenLimits } from "../../workspace/lifetime/refcounted-pool.ts";
import type { Project } from "../../workspace/project.ts";
import { bundledWeights } from "../embedders/static/load-weights.ts";
import { createWordEncoder } from "../embedders/static/word-encoder.ts";
import type { ProjectSearch, SearchStatus } from "../project-search.ts";
import type { EncodeWords } from "../ranking/corpus.ts";
import { openIndexPool, type IndexPool } from "../workers/index-pool.ts";
import { openProjectSearch, type OpenProjectSearch } from "./open-project-search.ts";

export interface SearchesOptions {
  readonly settings: SearchSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
  /** For the indexes of libraries. */
  readonly libraries?: OpenLimits;
}

/** A project to be searched; its symbols are requested when its index is opened. */
export interface SearchedProject {
  readonly project: Project;
  readonly symbols: () => ProjectSymbols;
}

/**
 * The indexes of all searched projects. They share their threads, which start with the first question. The index of a project
 * stays open. Libraries can be very numerous, and each is used only occasionally: the index of an unused one is closed, and
 * reopened from disk when needed.
 */
export interface Searches {
  /** Opens the index of a project if needed, and keeps it open while `work` runs. */
  use<Result>(
    searched: SearchedProject,
    work: (search: ProjectSearch) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** The state of a project's index as of the last look at the disk; undefined while it is not open. */
  lastStatus(project: Project): SearchStatus | undefined;
  close(): Promise<void>;
}

export function openSearches({ settings, env, processes, libraries = libraryLimits }: SearchesOptions): Searches {
  const ofProjects = createRefcountedPool<OpenProjectSearch>();
  const ofLibraries = createRefcountedPool<OpenProjectSearch>(libraries);
  const shared = createLazy(
    () => openShared(settings),
    ({ pool }) => pool.close(),
  );
  return {
    async use({ project, symbols }, work, signal) {
      const parts = await shared.get();
      const open = (): OpenProjectSearch =>
        openProjectSearch({ project, symbols: symbols(), settings, env, processes, ...parts });
      return await (isLibrary(project) ? ofLibraries : ofProjects).use(project.root, open, work, signal);
    },
    lastStatus: (project) => (isLibrary(project) ? ofLibraries : ofProjects).peek(project.root)?.lastStatus(),
    async close() {
      await Promise.all([ofProjects.close(), ofLibraries.close()]);
      await shared.close();
    },
  };
}

/** More libraries than most projects have, so that searching all of them does not close and reopen any. */
const libraryLimits: OpenLimits = { maxOpen: 48, idleMs: 300_000 };

/** What all indexes share. */
interface Shared {
  readonly pool: IndexPool;
  readonly encodeWords: EncodeWords | undefined;
}

/** Without its weights there is no bundled model; words are still searched, and the answer says so. */
async function openShared({ embedder }: SearchSettings): Promise<Shared> {
  const weights = embedder === "off" ? undefined : await bundledWeights().catch(() => undefined);
  return {
    pool: openIndexPool(weights),
    encodeWords: weights === undefined ? undefined : createWordEncoder(weights),
  };
}

/** The state of a library is stored below the state of the project that uses it. */
function isLibrary({ state }: Project): boolean {
  return state.path() !== state.root;
}
