import { AsyncResource } from "node:async_hooks";
import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import { createLazy } from "../workspace/lifetime/lazy.ts";
import { isInside } from "../workspace/paths/inside.ts";
import type { Project } from "../workspace/project.ts";
import { limitSignal, waitUnlessAborted } from "../workspace/time/limit-signal.ts";
import { judgeFile, withSlashes } from "./judge-file.ts";
import type { AccessOptions, LanguageServers, ServerAccess } from "./project-servers.ts";
import type { LanguageServersOptions, ServerRunner } from "./run-servers.ts";
import type { ServerState } from "./pool/server-pool.ts";
import type { Phase, WantedServer } from "./server/language-server.ts";
import { ServerError } from "./wire/connection.ts";

const defaultWaitMs = 5_000;
/** Time limit for work that continues after its call has ended. */
const backgroundMs = 60_000;

/**
 * The servers of all projects. The code that runs them is loaded with the first question: most sessions that only list
 * tools never need it.
 */
export function openLanguageServers(options: LanguageServersOptions): LanguageServers {
  const outside = new AsyncResource("OutriderLanguageServers");
  const closing = new AbortController();
  const runner = createLazy(
    async () => (await import("./run-servers.ts")).openServerRunner(options),
    (opened) => opened.close(),
  );

  function inBackground(work: (signal: AbortSignal) => Promise<unknown>): void {
    void outside.runInAsyncScope(async () => {
      const limit = limitSignal([closing.signal], backgroundMs);
      await work(limit.signal).catch(() => {});
      limit.release();
    });
  }

  function known({ root }: Project): readonly ServerState[] {
    const all = runner.ifLoaded()?.pool.states() ?? [];
    return all.filter((each) => isInside(root, each.root));
  }

  function running(project: Project): readonly ServerState[] {
    return known(project).filter(({ state }) => state === "running");
  }

  async function forFile(
    { project, symbols }: { readonly project: Project; readonly symbols: ProjectSymbols },
    path: string,
    access: AccessOptions,
  ): Promise<ServerAccess> {
    if (!options.user.enabled) return switchedOff;
    access.signal.throwIfAborted();
    const file = await judgeFile(project, path);
    if ("reason" in file) return none(file.reason);
    if (closing.signal.aborted) return none("Outrider is closing");
    const servers = await runner.get();
    const wanted = await servers.choose(project, file);
    if ("reason" in wanted) return none(wanted.reason, wanted.how);
    servers.follow(project, symbols);
    // Record pending changes for every server before one of them is asked.
    await symbols.look({ signal: access.signal });
    return await reach({ servers, wanted, file: withSlashes(file.real), inBackground }, access);
  }

  return {
    serversOf: (project, symbols) => ({
      enabled: options.user.enabled,
      forFile: (path, access) => forFile({ project, symbols }, path, access),
      discard: async (server, why) => await runner.ifLoaded()?.pool.discard(server, why),
      states: () => [...known(project), ...(runner.ifLoaded()?.missing(project.root) ?? [])],
      running: () => running(project),
      activeLanguages: () => [...new Set(running(project).flatMap(({ languages }) => languages))],
    }),
    async close() {
      closing.abort(new Error("Outrider is closing."));
      await runner.close();
    },
  };
}

interface Reached {
  readonly servers: ServerRunner;
  readonly wanted: WantedServer;
  /** Real path of the file that the question is about. */
  readonly file: string;
  /** Does work that outlives the question. */
  readonly inBackground: (work: (signal: AbortSignal) => Promise<unknown>) => void;
}

/** A server in step with the disk and as ready as it gets within the time; if it dies meanwhile, it is replaced once. */
async function reach(
  { servers, wanted, file, inBackground }: Reached,
  { signal, onProgress, waitMs = defaultWaitMs }: AccessOptions,
): Promise<ServerAccess> {
  const { pool } = servers;
  const { title } = wanted.spec;
  const starting: Phase = { state: "loading", detail: `starting ${title}` };
  const until = performance.now() + waitMs;
  const leftMs = (): number => Math.max(0, until - performance.now());
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (pool.get(wanted.spec.id, wanted.root) === undefined) onProgress?.(starting);
      const server = await within(leftMs(), signal, (limited) => pool.getOrStart(wanted, { signal: limited }));
      if (server === undefined) {
        // Gives the server something to load before the next question comes.
        inBackground(async (aborted) => {
          const late = await pool.getOrStart(wanted, { signal: aborted });
          await late.open([file], { signal: aborted });
        });
        return { state: "loading", server: undefined, phase: starting, title };
      }
      // Some servers take seconds to process changes; that continues when the caller has stopped waiting.
      await waitUnlessAborted(servers.tellChanges(wanted, server), signal);
      await server.open([file], { signal });
      const waiting = { signal, waitMs: leftMs(), ...(onProgress === undefined ? {} : { onProgress }) };
      const phase = await server.untilReady(waiting);
      return phase.state === "ready" ? { state: "ready", server } : { state: "loading", server, phase, title };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServerError)) throw error;
      if (error.code !== "closed" || attempt > 1) return none(error.message);
    }
  }
}

/** Undefined if the time is up before the work is done. */
async function within<Value>(
  ms: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<Value>,
): Promise<Value | undefined> {
  const limit = limitSignal([signal], ms);
  try {
    return await work(limit.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isLate()) return undefined;
    throw error;
  } finally {
    limit.release();
  }
}

function none(reason: string, how?: string): ServerAccess {
  return { state: "none", reason, how };
}

const switchedOff = none(
  "language servers are switched off",
  "Set `enabled = true` under [servers] in the user settings.",
);
