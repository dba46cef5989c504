import { lentThreads } from "./lent-thread.ts";
import { createProcessRunner } from "toolwright/process";
import { onTestFinished } from "vitest";
import { openSearches, type SearchedProject, type Searches } from "../../src/search/project/open-searches.ts";
import type { ProjectSearch, SearchOptions } from "../../src/search/project-search.ts";
import { openSymbolTables } from "../../src/syntax/project/open-symbol-tables.ts";
import type { TableLimits } from "../../src/syntax/project/symbol-sink.ts";
import { type SearchSettings, searchSettingsSchema } from "../../src/workspace/config/search-settings.ts";
import type { Project } from "../../src/workspace/project.ts";
import { openTestProject } from "./test-workspace.ts";

export interface OpenedSearch {
  readonly search: ProjectSearch;
  /** `path:line` of the hits, from 1. */
  find(query: string, options?: Partial<SearchOptions>): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface SearchKit extends OpenedSearch {
  readonly root: string;
  readonly project: Project;
  /** As another process, or after a restart: on the same files with nothing in memory. */
  reopen(options?: SearchKitOptions): Promise<OpenedSearch>;
}

export interface SearchKitOptions {
  readonly settings?: Partial<SearchSettings>;
  readonly env?: Readonly<Record<string, string>>;
  /** How long parsing may take. */
  readonly limits?: Partial<TableLimits>;
}

/** The search of a real temp project; its threads end with the test. */
export async function openSearchKit(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: SearchKitOptions = {},
): Promise<SearchKit> {
  const { root, project } = await openTestProject(files);
  async function reopen({ settings = {}, env = {}, limits }: SearchKitOptions = {}): Promise<OpenedSearch> {
    const tables = openSymbolTables(lentThreads, limits);
    const processes = createProcessRunner();
    const searches = openSearches({ settings: searchSettingsSchema.parse(settings), env, processes });
    const search = await holdSearch(searches, { project, symbols: () => tables.symbolsOf(project) });
    const close = async (): Promise<void> => {
      await searches.close();
      await tables.close();
      await processes.close();
    };
    onTestFinished(close);
    return {
      search,
      close,
      async find(query, more = {}) {
        const { signal } = new AbortController();
        const { hits } = await search.search(query, { signal, limit: 20, waitMs: 60_000, ...more });
        return hits.map(({ path, startLine }) => `${path}:${startLine + 1}`);
      },
    };
  }
  return { root, project, reopen, ...(await reopen(options)) };
}

/** In use, and so open, until all searches are closed. */
async function holdSearch(searches: Searches, searched: SearchedProject): Promise<ProjectSearch> {
  return await new Promise<ProjectSearch>((resolve, reject) => {
    const forGood = new Promise<never>(() => {});
    searches
      .use(searched, async (search) => {
        resolve(search);
        return await forGood;
      })
      .catch(reject);
  });
}
