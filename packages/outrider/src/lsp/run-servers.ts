import { dirname, isAbsolute } from "node:path";
import { deferred, type ProcessRunner, type ProcessSandbox, type ProcessScope, type RunningProcess } from "toolwright";
import type { ServerSpec } from "../languages/server-spec.ts";
import { serverSpecs } from "../languages/servers.ts";
import type { Sandboxes } from "../sandbox/open-sandboxes.ts";
import type { ServerPlace } from "../sandbox/project-policy.ts";
import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import type { ServerSettings } from "../workspace/config/user-config.ts";
import type { Project } from "../workspace/project.ts";
import { type ChangeLog, createChangeLog } from "./change-log.ts";
import { rememberChoices } from "./choose-server.ts";
import { type VisibleFile, readForServer, withSlashes } from "./judge-file.ts";
import { openServerPool } from "./pool/open-server-pool.ts";
import { type PoolLimits, keyOf, type ServerPool, type ServerState } from "./pool/server-pool.ts";
import { serverCacheDirectory } from "./programs/found-program.ts";
import type { LanguageServer, WantedServer } from "./server/language-server.ts";
import { startServer } from "./server/start-server.ts";
import { planLaunch } from "./plan-launch.ts";

export interface LanguageServersOptions {
  readonly user: ServerSettings;
  readonly processes: ProcessRunner;
  /** For PATH and the user's directories. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly specs?: readonly ServerSpec[];
  readonly limits?: Partial<PoolLimits>;
  /** For servers of projects that the user does not trust. Default: none. */
  readonly sandboxes?: Pick<Sandboxes, "useForServer">;
}

/** The pool for all projects, and the changes that each of its servers still has to be told about. */
export interface ServerRunner {
  readonly pool: ServerPool;
  /** The server for a file; if there is none, the reason and how to get one. */
  choose(
    project: Project,
    file: VisibleFile,
  ): Promise<WantedServer | { readonly reason: string; readonly how: string | undefined }>;
  /** Records changes in a project for its servers. */
  follow(project: Project, symbols: ProjectSymbols): void;
  /** Brings a server in step with the disk, as of the last look at it. */
  tellChanges(wanted: WantedServer, server: LanguageServer): Promise<void>;
  /** The servers that were looked for in a project and not found. */
  missing(root: string): readonly ServerState[];
  close(): Promise<void>;
}

interface KnownProject {
  /** As seen by the session that asked last. */
  project: Project;
  readonly unsubscribe: () => void;
}

/** Nothing is started before the first question. */
export function openServerRunner(options: LanguageServersOptions): ServerRunner {
  const { user, env, specs = serverSpecs, sandboxes } = options;
  const scope = openMeasuredScope(options.processes.openScope());
  const projects = new Map<string, KnownProject>();
  const logs = new Map<string, { readonly project: string | undefined; readonly log: ChangeLog }>();
  const choices = rememberChoices({ specs, user, env, cacheDirectory: serverCacheDirectory(env) });
  const pool = openServerPool({
    start,
    measure: ({ pid }) => scope.measure(pid),
    limits: { maxServers: user.max, idleMs: user.idle_minutes * 60_000, ...options.limits },
  });

  async function start(wanted: WantedServer, { signal }: { readonly signal: AbortSignal }): Promise<LanguageServer> {
    const known = projects.get(wanted.project ?? wanted.root);
    if (known === undefined) throw new Error(`No project ${wanted.project ?? wanted.root} is open.`);
    const key = keyOf(wanted);
    // From here on the server may read files, so changes found later have to be reported to it.
    const log = createChangeLog((path) => `${withSlashes(known.project.root)}/${path}`);
    logs.set(key, { project: wanted.project, log });
    const forget = (): void => {
      if (logs.get(key)?.log === log) logs.delete(key);
    };
    const readText = (path: string): Promise<string | undefined> => readForServer(known.project, path);
    try {
      const place = wanted.sandboxed === true ? placeOf(wanted, known.project, env) : undefined;
      const server = await startInside(sandboxes, place, (sandbox) =>
        startServer({ wanted, processes: scope, readText, sandbox }, { signal }),
      );
      void server.closed.then(forget);
      return server;
    } catch (error) {
      forget();
      throw error;
    }
  }

  return {
    pool,
    async choose(project, { real, language }) {
      const choice = await choices.of(project, language);
      return "reason" in choice ? choice : planLaunch(project, real, choice, user);
    },
    follow(project, symbols) {
      const known = projects.get(project.root);
      if (known !== undefined) {
        known.project = project;
        return;
      }
      const unsubscribe = symbols.onChanges((changes) => {
        for (const each of logs.values()) if (each.project === project.root) each.log.add(changes);
      });
      projects.set(project.root, { project, unsubscribe });
    },
    tellChanges: async (wanted, server) => await logs.get(keyOf(wanted))?.log.tell(server),
    missing: (root) => choices.missing(root),
    async close() {
      for (const { unsubscribe } of projects.values()) unsubscribe();
      await pool.shutdownAll();
      await scope.close();
    },
  };
}

/** What a server reads even where other files are hidden, and the caches that it writes. */
function placeOf(
  { file, args, spec }: WantedServer,
  { root, outermost }: Project,
  env: LanguageServersOptions["env"],
): ServerPlace {
  const programs = [file, ...args].filter((word) => isAbsolute(word)).map((word) => dirname(word));
  return { root, readable: [outermost, serverCacheDirectory(env), ...programs], caches: spec.caches?.(env) ?? [] };
}

/** Starts a server in a sandbox that stays open until the server has ended. */
async function startInside(
  sandboxes: LanguageServersOptions["sandboxes"],
  place: ServerPlace | undefined,
  start: (sandbox: ProcessSandbox | undefined) => Promise<LanguageServer>,
): Promise<LanguageServer> {
  if (place === undefined || sandboxes === undefined) return await start(undefined);
  const started = deferred<LanguageServer>();
  void sandboxes
    .useForServer(place, async (sandbox) => {
      const server = await start(sandbox);
      started.resolve(server);
      await server.closed;
    })
    .catch((error: unknown) => started.reject(error));
  return await started.promise;
}

export interface MeasuredScope extends ProcessScope {
  /** Memory of the tree of a process started here, in bytes; undefined if it is unknown. */
  measure(pid: number): Promise<number | undefined>;
}

/** A scope that remembers the processes it started for as long as they run. */
export function openMeasuredScope(scope: ProcessScope): MeasuredScope {
  const running = new Map<number, RunningProcess>();
  return {
    exec: (file, args, options) => scope.exec(file, args, options),
    close: () => scope.close(),
    spawn(file, args, options) {
      const started = scope.spawn(file, args, options);
      const forget = (): void => void running.delete(started.pid);
      if (started.pid > 0) running.set(started.pid, started);
      started.exit.then(forget, forget);
      return started;
    },
    measure: async (pid) => await running.get(pid)?.memory(),
  };
}
