import { spawnSync } from "node:child_process";
import { type KitProgram, programOnPath } from "../support/kit-servers.ts";

export interface FoundServer {
  readonly program: KitProgram | undefined;
  /** For the name of the test, so that nobody takes what was skipped for what was passed. */
  readonly note: string;
}

/** A server of this machine with what else it needs; each of the probes has to end well. */
export async function programThatWorks(
  id: string,
  probes: readonly (readonly [string, ...string[]])[],
): Promise<FoundServer> {
  const found = await programOnPath(id);
  if ("missing" in found) return { program: undefined, note: ` (skipped: ${found.missing})` };
  for (const [program, ...args] of probes) {
    const { status } = spawnSync(program === id ? found.file : program, args, { stdio: "ignore", timeout: 60_000 });
    if (status !== 0) return { program: undefined, note: ` (skipped: ${describeProbe(program, args)} fails)` };
  }
  return { program: found, note: "" };
}

/** A script tells in its last line what it is about. */
function describeProbe(program: string, args: readonly string[]): string {
  const script = args[0] === "--eval" ? args[1]?.split("\n").at(-1) : undefined;
  return script?.replace(/^\/\/ /, "") ?? `${program} ${args.join(" ")}`;
}
