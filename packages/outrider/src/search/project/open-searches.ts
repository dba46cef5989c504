import type { ProcessRunner } from "toolwright/process";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import { bundledWeights } from "../embedders/static/load-weights.ts";
import { createWordEncoder } from "../embedders/static/word-encoder.ts";
import type { EncodeWords } from "../ranking/path-vectors.ts";
import { openIndexPool, type IndexPool } from "../workers/open-index-pool.ts";
import { openProjectSearch, type OpenProjectSearch } from "./open-project-search.ts";

export interface SearchesOptions {
  readonly settings: SearchSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
}

/** The indexes of all projects that are searched; they share their threads, which start with the first question. */
export interface Searches {
  searchOf(project: Project, symbols: ProjectSymbols): Promise<OpenProjectSearch>;
  close(): Promise<void>;
}

export function openSearches({ settings, env, processes }: SearchesOptions): Searches {
  const searches = new Map<string, OpenProjectSearch>();
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
      const known =
        searches.get(project.root) ?? openProjectSearch({ project, symbols, settings, env, processes, ...parts });
      searches.set(project.root, known);
      return known;
    },
    async close() {
      await Promise.allSettled([...searches.values()].map((search) => search.close()));
      await (await shared)?.pool.close();
    },
  };
}

interface Shared {
  readonly pool: IndexPool;
  readonly encodeWords: EncodeWords | undefined;
}
