import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { expect, onTestFinished } from "vitest";
import type { ServerSpec } from "../../src/languages/server-spec.ts";
import { openMeasuredScope } from "../../src/lsp/run-servers.ts";
import { openServerPool, type PoolOptions } from "../../src/lsp/pool/open-server-pool.ts";
import type { ServerPool } from "../../src/lsp/pool/server-pool.ts";
import type { WantedServer } from "../../src/lsp/server/language-server.ts";
import { startServer } from "../../src/lsp/server/start-server.ts";
import { type Script, type ScriptedServer, scriptedServer } from "./scripted-server.ts";

export interface PoolKit {
  readonly pool: ServerPool;
  readonly scripted: ScriptedServer;
  /** For a directory of its own each. */
  wanted(root?: string): WantedServer;
  newRoot(): string;
  /** Pids of all that were started. */
  pids(): readonly number[];
}

export const scriptedSpec: ServerSpec = {
  id: "bash",
  title: "Scripted server",
  languages: { bash: "shellscript" },
  program: { names: [], args: [] },
  obtain: "nowhere",
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: false,
};

/** A pool over real processes of the scripted server; with the test everything ends, and nothing may be left. */
export function openPoolKit(
  script: Script | readonly Script[],
  { spec = {}, ...options }: Partial<PoolOptions> & { readonly spec?: Partial<ServerSpec> } = {},
): PoolKit {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "pool-")));
  const scripted = scriptedServer(script);
  const runner = createProcessRunner();
  const scope = openMeasuredScope(runner.openScope());
  const readText = async (path: string): Promise<string> => readFileSync(path, "utf8");
  const pool = openServerPool({
    start: (wanted, { signal }) => startServer({ wanted, processes: scope, readText }, { signal }),
    measure: ({ pid }) => scope.measure(pid),
    ...options,
  });
  const newRoot = (): string => realpathSync(mkdtempSync(join(base, "root-")));
  const first = newRoot();
  const pids = (): readonly number[] =>
    scripted.events().flatMap(({ event, pid }) => (event === "started" && pid !== undefined ? [pid] : []));
  onTestFinished(async () => {
    await pool.shutdownAll();
    expect(pids().filter(isAlive)).toEqual([]);
    expect(await runner.close()).toEqual([]);
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    pool,
    scripted,
    newRoot,
    pids,
    wanted: (root = first) => ({
      spec: { ...scriptedSpec, ...spec },
      root,
      file: scripted.file,
      args: scripted.args,
      options: undefined,
      settings: {},
    }),
  };
}

/** A process that has ended keeps its number until its exit code is read; on Linux its state tells. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
