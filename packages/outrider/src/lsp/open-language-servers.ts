import { AsyncResource } from "node:async_hooks";
import { sep } from "node:path";
import type { ProcessRunner } from "toolwright";
import type { ServerSpec } from "../languages/server-spec.ts";
import { serverSpecs } from "../languages/servers.ts";
import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import type { ServerSettings } from "../workspace/config/user-config.ts";
import { isInside } from "../workspace/paths/inside.ts";
import type { Project } from "../workspace/project.ts";
import { limitSignal } from "../workspace/time/limit-signal.ts";
import { accessServer } from "./access-server.ts";
import { type ChangeLog, createChangeLog } from "./change-log.ts";
import { judgeFile, readForServer } from "./judge-file.ts";
import { openMeasuredScope } from "./measured-scope.ts";
import { openServerPool } from "./pool/open-server-pool.ts";
import { keyOf } from "./pool/server-pool.ts";
import type { PoolLimits } from "./pool/pool-limits.ts";
import type { WantedServer } from "./server/wanted-server.ts";
import { serverCacheDirectory } from "./programs/server-cache.ts";
import type { AccessOptions, LanguageServers, ProjectServers, ServerAccess } from "./project-servers.ts";
import type { LanguageServer } from "./server/language-server.ts";
import { rememberChoices } from "./remembered-choices.ts";
import { startServer } from "./server/start-server.ts";
import { wantServer } from "./want-server.ts";

export interface LanguageServersOptions {
  readonly user: ServerSettings;
  readonly processes: ProcessRunner;
  /** For PATH and the places of the user's directories. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly specs?: readonly ServerSpec[];
  readonly limits?: Partial<PoolLimits>;
}

const defaultWaitMs = 5_000;
/** For what goes on when whoever asked has gone. */
const backgroundMs = 60_000;

/** The servers of all projects, in one pool. Nothing is started before the first question. */
export function openLanguageServers(options: LanguageServersOptions): LanguageServers {
  const { user, env, specs = serverSpecs } = options;
  const outside = new AsyncResource("OutriderLanguageServers");
  const scope = openMeasuredScope(options.processes.openScope());
  const closing = new AbortController();
  const projects = new Map<string, KnownProject>();
  const logs = new Map<string, { readonly project: string | undefined; readonly log: ChangeLog }>();
  const pool = openServerPool({
    start,
    measure: ({ pid }) => scope.measure(pid),
    limits: { maxServers: user.max, idleMs: user.idle_minutes * 60_000, ...options.limits },
  });
  const choices = rememberChoices({ specs, user, env, cacheDirectory: serverCacheDirectory(env) });

  async function start(wanted: WantedServer, { signal }: { readonly signal: AbortSignal }): Promise<LanguageServer> {
    const known = projects.get(wanted.project ?? wanted.root);
    if (known === undefined) throw new Error(`No project ${wanted.project ?? wanted.root} is open.`);
    const key = keyOf(wanted);
    // From here on it may read files, so that whatever is found to change later has to be told.
    const log = createChangeLog((path) => realPathOf(known.project, path));
    logs.set(key, { project: wanted.project, log });
    const forget = (): void => {
      if (logs.get(key)?.log === log) logs.delete(key);
    };
    const readText = (path: string): Promise<string | undefined> => readForServer(known.project, path);
    try {
      const server = await startServer({ wanted, processes: scope, readText }, { signal });
      void server.closed.then(forget);
      return server;
    } catch (error) {
      forget();
      throw error;
    }
  }

  function know(project: Project, symbols: ProjectSymbols): void {
    const known = projects.get(project.root);
    if (known !== undefined) {
      known.project = project;
      return;
    }
    const unsubscribe = symbols.onChanges((changes) => {
      for (const each of logs.values()) if (each.project === project.root) each.log.add(changes);
    });
    projects.set(project.root, { project, unsubscribe });
  }

  function inBackground(work: (signal: AbortSignal) => Promise<unknown>): void {
    void outside.runInAsyncScope(async () => {
      const limit = limitSignal([closing.signal], backgroundMs);
      await work(limit.signal).catch(() => {});
      limit.release();
    });
  }

  async function forFile(
    { project, symbols }: { readonly project: Project; readonly symbols: ProjectSymbols },
    path: string,
    { waitMs = defaultWaitMs, ...access }: AccessOptions,
  ): Promise<ServerAccess> {
    const { signal } = access;
    signal.throwIfAborted();
    if (closing.signal.aborted) return { state: "none", reason: "Outrider is closing", how: undefined };
    const judged = await judgeFile(project, path);
    if ("reason" in judged) return { state: "none", reason: judged.reason, how: undefined };
    const choice = await choices.of(project, judged.language);
    if ("reason" in choice) return { state: "none", reason: choice.reason, how: choice.how };
    const wanted = wantServer(project, judged.real, choice, user);
    know(project, symbols);
    // What changed goes to every log before the question goes to a server.
    await symbols.look({ signal });
    const tellChanges = async (server: LanguageServer): Promise<void> =>
      await logs.get(keyOf(wanted))?.log.tell(server);
    const file = withSlashes(judged.real);
    return await accessServer({ pool, wanted, file, tellChanges, inBackground }, { ...access, waitMs });
  }

  return {
    serversOf: (project, symbols): ProjectServers => ({
      forFile: (path, access) => forFile({ project, symbols }, path, access),
      discard: (server, why) => pool.discard(server, why),
      states: () => [
        ...pool.states().filter(({ root }) => isInside(project.root, root)),
        ...choices.missing(project.root),
      ],
    }),
    async close() {
      closing.abort(new Error("Outrider is closing."));
      for (const { unsubscribe } of projects.values()) unsubscribe();
      await pool.shutdownAll();
      await scope.close();
    },
  };
}

interface KnownProject {
  /** As the session sees it that asked last. */
  project: Project;
  readonly unsubscribe: () => void;
}

function realPathOf({ root }: Project, path: string): string {
  return `${withSlashes(root)}/${path}`;
}

function withSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
