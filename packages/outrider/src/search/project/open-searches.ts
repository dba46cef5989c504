import type { ProcessRunner } from "toolwright";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import { bundledWeights } from "../embedders/static/load-weights.ts";
import { createWordEncoder } from "../embedders/static/word-encoder.ts";
import type { ProjectSearch } from "../project-search.ts";
import type { EncodeWords } from "../ranking/corpus.ts";
import { openIndexPool, type IndexPool } from "../workers/index-pool.ts";
import { keepOpen, type KeepLimits } from "./kept-open.ts";
import { openProjectSearch, type OpenProjectSearch } from "./open-project-search.ts";

export interface SearchesOptions {
  readonly settings: SearchSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
  /** Of the indexes of libraries. */
  readonly libraries?: KeepLimits;
}

/**
 * The indexes of all projects that are searched; they share their threads, which start with the first question. Those of projects
 * stay open. Of libraries there may be very many, each asked now and then: the index of one that is not asked any more is closed,
 * and opened from disk when it is asked again.
 */
export interface Searches {
  searchOf(project: Project, symbols: ProjectSymbols): Promise<ProjectSearch>;
  close(): Promise<void>;
}

export function openSearches({ settings, env, processes, libraries = fewLibraries }: SearchesOptions): Searches {
  const own = keepOpen<OpenProjectSearch>();
  const ofLibraries = keepOpen<OpenProjectSearch>(libraries);
  let shared: Promise<Shared> | undefined;

  /** Without its weights the bundled model is missing; words find all the same, and the answer says so. */
  async function openShared(): Promise<Shared> {
    const weights = settings.embedder === "off" ? undefined : await bundledWeights().catch(() => undefined);
    return {
      pool: openIndexPool(weights),
      encodeWords: weights === undefined ? undefined : createWordEncoder(weights),
    };
  }

  return {
    async searchOf(project, symbols) {
      const parts = await (shared ??= openShared());
      const kept = isLibrary(project) ? ofLibraries : own;
      const open = (): OpenProjectSearch => openProjectSearch({ project, symbols, settings, env, processes, ...parts });
      const use = <Result>(work: (search: ProjectSearch) => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
        kept.use(project.root, open, work, signal);
      return {
        search: (query, options) => use((search) => search.search(query, options), options.signal),
        status: (options) => use((search) => search.status(options), options.signal),
        build: (options) => use((search) => search.build(options), options.signal),
        stop: () => use((search) => search.stop()),
        clear: () => use((search) => search.clear()),
      };
    },
    async close() {
      await Promise.all([own.close(), ofLibraries.close()]);
      await (await shared)?.pool.close();
    },
  };
}

/** As many as most projects ask for themselves: a question to all of them opens none again. */
const fewLibraries: KeepLimits = { most: 48, idleMs: 300_000 };

interface Shared {
  readonly pool: IndexPool;
  readonly encodeWords: EncodeWords | undefined;
}

/** What is known of a library lies below the state of the project that uses it. */
function isLibrary({ state }: Project): boolean {
  return state.path() !== state.root;
}
