import type { LanguageServer, Phase } from "../../server/language-server.ts";
import type { ProjectServers, ServerAccess } from "../../project-servers.ts";
import { serverName, whySyntactic } from "../provenance.ts";
import { awaitDiagnostics } from "./await-diagnostics.ts";
import type { AskedFile, Collected, FileDiagnostics, Limits, Unknown, Unsettled } from "./file-diagnostics.ts";
import { pullDiagnostics, pullMethod } from "./pull-diagnostics.ts";

export interface CollectOptions {
  readonly signal: AbortSignal;
  /** How long a server that pushes diagnostics has to be silent. Default: 500 ms. */
  readonly settleMs?: number;
  /** How long to wait, at most, until the servers are ready, and again until they have reported. Default: 15 s. */
  readonly waitMs?: number;
  readonly onProgress?: (message: string, done: number, total: number) => void;
}

/** Fewer than any server keeps open, so that no file is closed before it was checked. */
const batchSize = 50;
const openAtOnce = 4;

/** Diagnostics of files as they are on disk now; each file from its own server, all servers in parallel. */
export async function collectDiagnostics(
  servers: ProjectServers,
  files: readonly AskedFile[],
  { signal, settleMs = 500, waitMs = 15_000, onProgress }: CollectOptions,
): Promise<Collected> {
  const readyBy = performance.now() + waitMs;
  const groups = new Map<LanguageServer, AskedFile[]>();
  const found = new Map<string, FileDiagnostics>();
  const unsettled: Unsettled[] = [];
  const unknown: Unknown[] = [];
  const waiting = files.values();

  async function assign(): Promise<void> {
    for (const file of waiting) {
      const access = await accessTo(servers, file, {
        signal,
        readyBy,
        onProgress: (phase) => onProgress?.(phase.detail, 0, files.length),
      });
      const server = access.state === "none" ? undefined : access.server;
      if (access.state === "none") unknown.push({ path: file.path, why: access.reason, how: access.how });
      else if (access.state === "loading") unsettled.push({ path: file.path, why: whySyntactic(access) });
      if (server !== undefined) groups.set(server, [...(groups.get(server) ?? []), file]);
    }
  }

  await Promise.all(Array.from({ length: openAtOnce }, assign));
  const limits: Limits = { signal, settleMs, until: performance.now() + waitMs };
  await Promise.all(Array.from(groups, ([server, group]) => judgeAll(server, group)));
  return { files: found, unsettled: firstReasons(unsettled), unknown };

  async function judgeAll(server: LanguageServer, group: readonly AskedFile[]): Promise<void> {
    for (let start = 0; start < group.length; start += batchSize) {
      const judged = await judgeBatch(server, group.slice(start, start + batchSize), limits);
      for (const [path, file] of judged.files) found.set(path, file);
      unsettled.push(...judged.unsettled);
      onProgress?.(serverName(server), found.size, files.length);
    }
  }
}

interface AccessLimits {
  readonly signal: AbortSignal;
  readonly readyBy: number;
  readonly onProgress: (phase: Phase) => void;
}

async function accessTo(
  servers: ProjectServers,
  { path }: AskedFile,
  { signal, readyBy, onProgress }: AccessLimits,
): Promise<ServerAccess> {
  const waitMs = Math.max(0, readyBy - performance.now());
  const access = await servers.forFile(path, { signal, waitMs, onProgress });
  if (access.state === "none" || access.server === undefined) return access;
  const { spec } = access.server;
  if (spec.unreliable?.includes("diagnostics") !== true) return access;
  return { state: "none", reason: `what ${spec.title} says of problems is not to be trusted`, how: undefined };
}

async function judgeBatch(server: LanguageServer, files: readonly AskedFile[], limits: Limits) {
  const { signal } = limits;
  try {
    const unreadable = new Set(
      await server.open(
        files.map(({ real }) => real),
        { signal },
      ),
    );
    const open = files.filter(({ real }) => !unreadable.has(real));
    const spoken = server.supports(pullMethod) ? undefined : await awaitDiagnostics(server, open, limits);
    const judged = spoken ?? (await pullDiagnostics(server, open, limits));
    const gone = files.filter(({ real }) => unreadable.has(real)).map(({ path }) => ({ path, why: "cannot be read" }));
    return { ...judged, unsettled: [...judged.unsettled, ...gone] };
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { files: new Map<string, FileDiagnostics>(), unsettled: files.map(({ path }) => ({ path, why })) };
  }
}

/** One reason per file: if its server was still loading, that explains everything that came after. */
function firstReasons(unsettled: readonly Unsettled[]): readonly Unsettled[] {
  const byPath = new Map<string, Unsettled>();
  for (const each of unsettled) if (!byPath.has(each.path)) byPath.set(each.path, each);
  return [...byPath.values()];
}
