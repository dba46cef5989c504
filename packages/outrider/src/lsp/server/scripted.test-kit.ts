import { readFileSync } from "node:fs";
import { type Script, type ScriptedServer, scriptedServer } from "../../../test/support/scripted-server.ts";
import type { ServerSpec } from "../../languages/server-spec.ts";
import { type KitOptions, type ServerKit, startKit } from "./server.test-kit.ts";

export const scriptedSpec: ServerSpec = {
  id: "scripted",
  title: "Scripted",
  languages: { typescript: "typescript", python: "python" },
  program: { names: [], args: [] },
  obtain: "it comes with the tests",
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: true,
  opensCandidates: false,
};

export interface ScriptedKit extends ServerKit {
  readonly script: ScriptedServer;
}

type ScriptedOptions = Partial<KitOptions> & { readonly change?: Partial<ServerSpec> };

/** A running server that follows the script. */
export async function startScripted(script: Script = {}, options: ScriptedOptions = {}): Promise<ScriptedKit> {
  const program = scriptedServer(script);
  return { ...(await startScriptedProgram(program, options)), script: program };
}

/** For starts that fail: the script and what it did remain accessible. */
export function startScriptedProgram(program: ScriptedServer, options: ScriptedOptions = {}): Promise<ServerKit> {
  const { change, ...rest } = options;
  return startKit({ spec: { ...scriptedSpec, ...change }, program, ...rest });
}

/** The pids of the script's processes that are still running, including its grandchildren. */
export function survivorsOf(script: ScriptedServer): readonly number[] {
  return script
    .events()
    .flatMap(({ pid }) => pid ?? [])
    .filter(isAlive);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process whose exit code was not collected still has a pid.
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
