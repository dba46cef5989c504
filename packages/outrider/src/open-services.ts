import { dirname, join } from "node:path";
import type { ParserThreads } from "./syntax/workers/open-parser-pool.ts";
import type { Caller, SpillStore } from "toolwright";
import type { NodeProcessRunner } from "toolwright/process";
import { openSpillStore } from "toolwright/spill";
import { createLibraryFinder } from "./libraries/create-library-finder.ts";
import { openLanguageServers } from "./lsp/language-servers.ts";
import { openMemoryStores, type MemoryStores } from "./memory/open-memory-stores.ts";
import { openOutputs } from "./outputs/open-outputs.ts";
import type { Searches, SearchesOptions } from "./search/project/open-searches.ts";
import type { Services } from "./services.ts";
import { openSandboxes, type Sandboxes } from "./sandbox/open-sandboxes.ts";
import { openShell } from "./shell/open-shell.ts";
import type { Shell } from "./shell/shell.ts";
import { openSymbolTables } from "./syntax/project/open-symbol-tables.ts";
import { openUsageLog, type UsageLog } from "./usage/open-usage-log.ts";
import type { UserConfig } from "./workspace/config/user-config.ts";
import { createLazy, type Lazy } from "./workspace/lifetime/lazy.ts";
import { type AskToWrite, createAskToWrite } from "./workspace/paths/ask-to-write.ts";
import type { ExposureJudge } from "./workspace/paths/exposure.ts";
import { homeDirectory, isInside, relativeTo } from "./workspace/paths/inside.ts";
import { realPlace } from "./workspace/paths/private-places.ts";
import { systemTempRoots } from "./workspace/projects/open-project.ts";
import { residentDirectories } from "./workspace/projects/resident-directories.ts";
import { openStateDirectory } from "./workspace/projects/open-state-directory.ts";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "./workspace/projects/open-workspace.ts";
import { maskValues } from "./workspace/secrets/mask-values.ts";
import type { StateDirectory } from "./workspace/projects/state-directory.ts";
import { userStateDirectory } from "./workspace/projects/user-state-directory.ts";
import { realDirectories } from "./workspace/projects/state-directory.ts";

export interface ServiceOptions {
  readonly startRoot: string | undefined;
  readonly user: UserConfig;
  readonly readOnly: boolean;
  readonly stateDir?: string | undefined;
  readonly processes: NodeProcessRunner;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exposure: ExposureJudge;
  /** The user-level settings file. */
  readonly settings: string;
  readonly tempRoots?: readonly string[];
  readonly parsers?: ParserThreads;
  /** False if no tool opens projects. */
  readonly canActivate?: boolean;
}

/** What is the same for every caller. */
type ProjectServices = Pick<Services, "memoryOf" | "symbolsOf" | "serversOf" | "withSearch" | "lastSearchStatus">;

export interface OpenedServices {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly sandboxes: Sandboxes;
  readonly usage: UsageLog;
  readonly store: SpillStore;
  readonly memories: MemoryStores;
  /** What the person should know about the state of the project that Outrider was started for. */
  readonly problems: readonly string[];
  servicesFor(caller: Caller): Omit<Services, "kernel">;
  readonly ofProjects: ProjectServices;
  close(): Promise<void>;
}

/** The only place that constructs services. */
// oxlint-disable-next-line max-lines-per-function -- each service is opened once, in the order in which they need each other
export async function openServices(options: ServiceOptions): Promise<OpenedServices> {
  const { startRoot, user, readOnly, stateDir, processes, settings } = options;
  // The file itself may be a link, for example into a dotfiles directory.
  const privatePlaces = [dirname(settings), settings, ...residentDirectories()];
  const scope = processes.openScope();
  const workspace = openWorkspace({ ...options, ...toolNames(options), stateDir, processes: scope, privatePlaces });
  // Without a project, data that belongs to no project in particular goes to the user's own directory.
  const state = openStateDirectory({
    root: startRoot ?? userStateDirectory(),
    stateDir: startRoot === undefined ? (stateDir ?? userStateDirectory()) : stateDir,
    readOnly,
  });
  const store = openStore(state, await state.localPath("outputs"));
  const { shell, sandboxes } = openCommands(options, [...privatePlaces, state.root]);
  // Handles of commands survive a restart.
  shell.logs.know(await state.localPath("commands"));
  const libraries = createLibraryFinder({ addRoot: workspace.addLibraryRoot, dropRoot: workspace.dropLibraryRoot });
  const memories = openMemoryStores({ byMeaning: user.search.embedder !== "off" });
  const symbols = openSymbolTables(options.parsers, { maxFiles: user.limits.index_files });
  const servers = openLanguageServers({ user: user.servers, processes, env: options.env, sandboxes });
  const searches = createLazySearches({ settings: user.search, env: options.env, processes });
  const usage = openUsageLog({
    folder: async () => await state.local("usage"),
    enabled: user.usage.enabled,
    projectOf: (caller) => workspace.activeRoot(caller),
  });
  const ofProjects: ProjectServices = {
    memoryOf: (project) => memories.memoryOf(project),
    symbolsOf: (project) => symbols.symbolsOf(project),
    serversOf: (project) => servers.serversOf(project, symbols.symbolsOf(project)),
    withSearch: async (project, work, signal) =>
      await (await searches.get()).use({ project, symbols: () => symbols.symbolsOf(project) }, work, signal),
    lastSearchStatus: (project) => searches.ifLoaded()?.lastStatus(project),
  };
  return {
    workspace,
    shell,
    sandboxes,
    usage,
    store,
    memories,
    ofProjects,
    problems: await state.problems(),
    servicesFor: (caller) => ({
      workspace: workspace.session(caller),
      outputs: openOutputs({ spill: store, logs: shell.logs, principal: caller.principal }),
      libraries,
      shell,
      sandboxes,
      maskValues: options.user.security.mask_values ? maskValues : (text) => text,
      hidesSecrets: options.user.security.mask_values,
      ...ofProjects,
    }),
    async close() {
      // Searches listen to the symbols, so they are closed first.
      await searches.close();
      // Each is closed even if others fail.
      await Promise.allSettled([
        Promise.allSettled([servers.close(), shell.close()]).then(() => sandboxes.close()),
        memories.close(),
        symbols.close(),
        usage.close(),
        store.close(),
      ]);
      await scope.close();
    },
  };
}

/** What runs commands, and the sandboxes around them. */
function openCommands(
  options: ServiceOptions,
  places: readonly string[],
): { readonly shell: Shell & { close(): Promise<void> }; readonly sandboxes: Sandboxes } {
  const { user, processes, exposure, tempRoots } = options;
  const shell = openShell({
    user,
    scope: processes.openScope(),
    isSecret: createSecretJudge(options, places),
    askToWrite: (cwd) => askToWriteFrom(cwd, options),
    ...(tempRoots === undefined ? {} : { tempRoots }),
  });
  const sandboxes = openSandboxes({
    processes,
    exposure,
    enabled: user.security.sandbox === "auto",
    allowedHosts: user.security.allow_hosts,
    writeRoots: realDirectories(user.security.write_roots),
    ownPlaces: ownPlaces(options, places),
  });
  return { shell, sandboxes };
}

/** Real paths of the user's settings and state. */
function ownPlaces({ startRoot }: ServiceOptions, places: readonly string[]): readonly string[] {
  // Notes and settings of the project are for everybody who works on it.
  return [...places, userStateDirectory()]
    .map(realPlace)
    .filter((place) => startRoot === undefined || place !== join(startRoot, ".outrider"));
}

/** Which paths in commands are secret: by name, and the settings and state of the user. */
function createSecretJudge(options: ServiceOptions, places: readonly string[]): (path: string) => boolean {
  const { startRoot, exposure, tempRoots = systemTempRoots() } = options;
  const own = ownPlaces(options, places);
  const shared = [realPlace(homeDirectory()), ...tempRoots];
  const belowStart = (path: string): string =>
    startRoot !== undefined && isInside(startRoot, path) ? relativeTo(startRoot, path) : path;
  /** Contains too much for a word in a command to refer to our settings or state. */
  const isWide = (path: string): boolean => path === startRoot || shared.some((each) => isInside(path, each));
  // A link with a harmless name is as secret as its target; a directory that contains our settings could be moved with them.
  return (path) =>
    [path, realPlace(path)].some(
      (each) =>
        exposure.judge(each, belowStart(each)) !== "open" ||
        own.some((place) => isInside(place, each) || (isInside(each, place) && !isWide(each))),
    );
}

/** Links that lead to a file are looked for in the whole project, even if a command runs below its root. */
function askToWriteFrom(cwd: string, { startRoot, user }: ServiceOptions): AskToWrite {
  const { ask_to_write: ask, write_unasked: unasked } = user.security;
  return createAskToWrite({ ask, unasked }, startRoot !== undefined && isInside(startRoot, cwd) ? startRoot : cwd);
}

/** Tool names for errors of the workspace, which does not know tools. */
function toolNames({ canActivate }: ServiceOptions): Pick<WorkspaceOptions, "openTool" | "noteTool"> {
  return { openTool: canActivate === false ? undefined : "workspace", noteTool: "memory" };
}

/** The state directory creates this directory, with the file that keeps it out of git, before anything is stored. */
function openStore(state: StateDirectory, directory: string): SpillStore {
  const store = openSpillStore({ directory });
  return {
    ...store,
    async write(text, about) {
      await state.local("outputs");
      return await store.write(text, about);
    },
  };
}

/** Loaded with the first question: most sessions that only list tools never need it. */
function createLazySearches(options: SearchesOptions): Lazy<Searches> {
  return createLazy(
    async () => (await import("./search/project/open-searches.ts")).openSearches(options),
    (opened) => opened.close(),
  );
}
