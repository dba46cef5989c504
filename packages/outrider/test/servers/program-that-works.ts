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
    const { status } = spawnSync(program === id ? found.file : program, args, { stdio: "ignore", timeout: 10_000 });
    if (status !== 0) return { program: undefined, note: ` (skipped: ${program} ${args.join(" ")} fails)` };
  }
  return { program: found, note: "" };
}
