import { AsyncResource } from "node:async_hooks";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { Project } from "../../workspace/project.ts";
import type { ProjectSearch } from "../project-search.ts";
import type { Searches, SearchesOptions } from "./open-searches.ts";

export interface LazySearches {
  searchOf(project: Project, symbols: () => ProjectSymbols): ProjectSearch;
  close(): Promise<void>;
}

/** Searches whose code is loaded with the first question: most sessions that only list tools never need it. */
export function createLazySearches(options: SearchesOptions): LazySearches {
  const outside = new AsyncResource("OutriderLazySearches");
  let opening: Promise<Searches> | undefined;
  let isClosed = false;

  async function load(): Promise<Searches> {
    const { openSearches } = await import("./open-searches.ts");
    return openSearches(options);
  }

  async function open(project: Project, symbols: () => ProjectSymbols): Promise<ProjectSearch> {
    if (isClosed) throw new Error("Outrider is closing.");
    // In nobody's call, since it outlives the one that came first.
    opening ??= outside.runInAsyncScope(load);
    const searches = await opening;
    return await outside.runInAsyncScope(() => searches.searchOf(project, symbols()));
  }

  return {
    searchOf: (project, symbols) => ({
      search: async (query, searchOptions) => await (await open(project, symbols)).search(query, searchOptions),
      status: async (statusOptions) => await (await open(project, symbols)).status(statusOptions),
      build: async (buildOptions) => await (await open(project, symbols)).build(buildOptions),
      stop: async () => await (await open(project, symbols)).stop(),
      clear: async () => await (await open(project, symbols)).clear(),
    }),
    async close() {
      isClosed = true;
      await (await opening)?.close();
    },
  };
}
