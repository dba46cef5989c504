import type { AnyKernel } from "toolwright";
import type { LibraryFinder } from "./libraries/library-finder.ts";
import type { ProjectServers } from "./lsp/project-servers.ts";
import type { MemoryStore } from "./memory/memory-store.ts";
import type { Outputs } from "./outputs/outputs.ts";
import type { Sandboxes } from "./sandbox/open-sandboxes.ts";
import type { Shell } from "./shell/shell.ts";
import type { ProjectSearch, SearchStatus } from "./search/project-search.ts";
import type { ProjectSymbols } from "./syntax/project-symbols.ts";
import type { SessionWorkspace } from "./workspace/projects/session-workspace.ts";
import type { Project } from "./workspace/project.ts";

/** Services for handlers. Each takes only what it needs: `Pick<Services, "workspace">`. */
export interface Services {
  /** The kernel that runs this call, for a tool that calls others. */
  kernel(): AnyKernel;
  readonly workspace: SessionWorkspace;
  readonly outputs: Outputs;
  readonly libraries: LibraryFinder;
  readonly shell: Shell;
  readonly sandboxes: Sandboxes;
  /** A text without the values of secrets, as answers show it; unchanged if the user turned that off. */
  maskValues(text: string): string;
  /** Whether the person wants secrets masked in all files. */
  readonly hidesSecrets: boolean;
  memoryOf(project: Project): MemoryStore;
  symbolsOf(project: Project): ProjectSymbols;
  serversOf(project: Project): ProjectServers;
  /** Keeps the search index of a project open while `work` runs. */
  withSearch<Result>(
    project: Project,
    work: (search: ProjectSearch) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** The state of a project's search index as of the last question; undefined before the first. Opens nothing. */
  lastSearchStatus(project: Project): SearchStatus | undefined;
}
