import { waitUnlessAborted } from "../workspace/time/wait-unless-aborted.ts";
import type { ServerPool } from "./pool/server-pool.ts";
import type { WantedServer } from "./server/wanted-server.ts";
import type { AccessOptions, ServerAccess } from "./project-servers.ts";
import type { LanguageServer, Phase } from "./server/language-server.ts";
import { ServerError } from "./wire/connection.ts";
import { limitSignal } from "../workspace/time/limit-signal.ts";

export interface AccessParts {
  readonly pool: ServerPool;
  readonly wanted: WantedServer;
  /** Real path of the file that the question is about. */
  readonly file: string;
  /** Brings it in step with the disk. */
  readonly tellChanges: (server: LanguageServer) => Promise<void>;
  /** Does work that outlives the question. */
  readonly inBackground: (work: (signal: AbortSignal) => Promise<unknown>) => void;
}

interface TimedOptions extends AccessOptions {
  readonly waitMs: number;
}

/** A server in step with the disk and as ready as it gets in the time; one that dies meanwhile is replaced once. */
export async function accessServer(parts: AccessParts, options: TimedOptions): Promise<ServerAccess> {
  const until = performance.now() + options.waitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await accessOnce(parts, { ...options, waitMs: Math.max(0, until - performance.now()) });
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof ServerError)) throw error;
      if (error.code === "closed" && attempt === 1) continue;
      return { state: "none", reason: error.message, how: undefined };
    }
  }
}

async function accessOnce(parts: AccessParts, { signal, waitMs, onProgress }: TimedOptions): Promise<ServerAccess> {
  const { wanted, file, tellChanges, inBackground } = parts;
  const { title } = wanted.spec;
  const until = performance.now() + waitMs;
  const started = await startWithin(parts, { signal, waitMs, ...(onProgress === undefined ? {} : { onProgress }) });
  if (!("server" in started)) {
    // So that it has something to load when the next question comes.
    inBackground(async (backgroundSignal) => {
      const server = await parts.pool.getOrStart(wanted, { signal: backgroundSignal });
      await server.open([file], { signal: backgroundSignal });
    });
    return { state: "loading", server: undefined, phase: started, title };
  }
  const { server } = started;
  // Some take seconds over what they are shown; that goes on when nobody waits any more.
  await waitUnlessAborted(tellChanges(server), signal);
  await server.open([file], { signal });
  const left = Math.max(0, until - performance.now());
  const phase = await server.untilReady({ signal, waitMs: left, ...(onProgress === undefined ? {} : { onProgress }) });
  return phase.state === "ready" ? { state: "ready", server } : { state: "loading", server, phase, title };
}

async function startWithin(
  { pool, wanted }: AccessParts,
  { signal, waitMs, onProgress }: TimedOptions,
): Promise<{ readonly server: LanguageServer } | Phase> {
  const phase: Phase = { state: "loading", detail: `starting ${wanted.spec.title}` };
  const limit = limitSignal([signal], waitMs);
  try {
    if (pool.get(wanted.spec.id, wanted.root) === undefined) onProgress?.(phase);
    return { server: await pool.getOrStart(wanted, { signal: limit.signal }) };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isLate()) return phase;
    throw error;
  } finally {
    limit.release();
  }
}
