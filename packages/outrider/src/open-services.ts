import type { Caller, SpillStore } from "toolwright";
import type { NodeProcessRunner } from "toolwright/process";
import { openSpillStore } from "toolwright/spill";
import { createLibraryFinder } from "./libraries/create-library-finder.ts";
import { openMemoryStores, type MemoryStores } from "./memory/open-memory-stores.ts";
import { openOutputs } from "./outputs/open-outputs.ts";
import type { Services } from "./services.ts";
import { openShell } from "./shell/open-shell.ts";
import type { Shell } from "./shell/shell.ts";
import { openUsageLog, type UsageLog } from "./usage/open-usage-log.ts";
import type { UserConfig } from "./workspace/config/user-config.ts";
import { createExposureJudge } from "./workspace/paths/exposure.ts";
import { openStateDirectory, userStateDirectory } from "./workspace/projects/open-state-directory.ts";
import { openWorkspace, type Workspace } from "./workspace/projects/open-workspace.ts";
import type { StateDirectory } from "./workspace/projects/state-directory.ts";

export interface ServiceOptions {
  readonly startRoot: string | undefined;
  readonly user: UserConfig;
  readonly readOnly: boolean;
  readonly stateDir?: string | undefined;
  readonly processes: NodeProcessRunner;
  readonly tempRoots?: readonly string[];
}

export interface OpenedServices {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly usage: UsageLog;
  readonly store: SpillStore;
  readonly memories: MemoryStores;
  servicesFor(caller: Caller): Services;
  close(): Promise<void>;
}

/** The only place that constructs services. */
export async function openServices(options: ServiceOptions): Promise<OpenedServices> {
  const { startRoot, user, readOnly, stateDir, processes } = options;
  const scope = processes.openScope();
  const workspace = openWorkspace({ ...options, stateDir, processes: scope });
  // Where no project was given, what belongs to no project in particular goes to the user's own directory.
  const state = openStateDirectory({
    root: startRoot ?? userStateDirectory(),
    stateDir: startRoot === undefined ? (stateDir ?? userStateDirectory()) : stateDir,
    readOnly,
  });
  const store = openStore(state, await state.localPath("outputs"));
  const { allow_secrets: allow, deny } = user.security;
  const exposure = createExposureJudge({ allow, deny });
  const shell = openShell({
    user,
    scope: processes.openScope(),
    isSecret: (path) => exposure.judge(path) !== "open",
    ...(options.tempRoots === undefined ? {} : { tempRoots: options.tempRoots }),
  });
  // Handles of commands outlive a restart.
  shell.logs.know(await state.localPath("commands"));
  const outputs = openOutputs({ spill: store, logs: shell.logs });
  const libraries = createLibraryFinder({ addRoot: (root) => workspace.addLibraryRoot(root) });
  const memories = openMemoryStores();
  const usage = openUsageLog({
    file: async () => `${await state.local("usage")}/usage.db`,
    enabled: user.usage.enabled,
    projectOf: (caller) => workspace.activeRoot(caller),
  });
  return {
    workspace,
    shell,
    usage,
    store,
    memories,
    servicesFor: (caller) => ({
      workspace: workspace.session(caller),
      outputs,
      libraries,
      shell,
      memoryOf: (project) => memories.memoryOf(project),
    }),
    async close() {
      await Promise.all([shell.close(), memories.close(), usage.close(), store.close()]);
      await scope.close();
    },
  };
}

/** The directory is made by its owner, with the file that keeps it out of git, before anything is stored. */
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
