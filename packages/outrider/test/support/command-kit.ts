import { createProcessRunner } from "toolwright/process";
import { openSpillStore } from "toolwright/spill";
import { onTestFinished } from "vitest";
import { join } from "node:path";
import type { Caller } from "toolwright";
import { openOutputs } from "../../src/outputs/open-outputs.ts";
import { openSandboxes } from "../../src/sandbox/open-sandboxes.ts";
import { openShell } from "../../src/shell/open-shell.ts";
import type { CommandServices } from "../../src/tools/run_command/time-limit.ts";
import type { UserConfig } from "../../src/workspace/config/user-config.ts";
import { createAskToWrite } from "../../src/workspace/paths/ask-to-write.ts";
import { createExposureJudge } from "../../src/workspace/paths/exposure.ts";
import { openTestWorkspace } from "./test-workspace.ts";

export interface CommandKitOptions {
  readonly security?: Partial<UserConfig["security"]>;
  readonly outputBytes?: number;
}

/** Everything that run_command needs, over a temp project; gone when the test ends. */
export function openCommandKit(files: Readonly<Record<string, string>> = {}, options: CommandKitOptions = {}) {
  const opened = openTestWorkspace(files, options.security === undefined ? {} : { security: options.security });
  const runner = createProcessRunner();
  const limits = { ...opened.user.limits, command_output_bytes: options.outputBytes ?? 64_000_000 };
  const shell = openShell({
    user: { ...opened.user, limits },
    scope: runner.openScope(),
    isSecret: (path) => path.endsWith(".env"),
    askToWrite: (cwd) => createAskToWrite({}, cwd),
  });
  const { sandbox = "off" } = options.security ?? {};
  const sandboxes = openSandboxes({
    processes: runner,
    enabled: sandbox === "auto",
    allowedHosts: options.security?.allow_hosts ?? [],
    exposure: createExposureJudge(),
    ownPlaces: [],
  });
  const spill = openSpillStore({ directory: join(opened.base, "spill") });
  const outputs = openOutputs({ spill, logs: shell.logs, principal: "direct" });
  onTestFinished(async () => {
    await shell.close();
    await sandboxes.close();
    await runner.close();
    await spill.close();
  });
  const services = (caller: Caller): CommandServices => ({
    workspace: opened.workspace.session(caller),
    outputs: openOutputs({ spill, logs: shell.logs, principal: caller.principal }),
    shell,
    sandboxes,
  });
  return { ...opened, shell, spill, outputs, services };
}

/** Whether a process with that pid is there and no zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  const { readFile } = await import("node:fs/promises");
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return stat !== undefined && !/\) Z /.test(stat);
}
