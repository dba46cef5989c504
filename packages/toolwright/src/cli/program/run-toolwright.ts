import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Flags } from "../command.ts";
import type { OpenRequest, OpenedKernel } from "../host.ts";
import { runCli, type CliOptions } from "../run-cli.ts";
import { findModule } from "./find-module.ts";
import { createNewCommand } from "./new-command.ts";
import { createTestCommand } from "./test-command.ts";

export interface ToolwrightOptions extends Pick<CliOptions, "argv" | "streams" | "signals" | "env"> {
  /** The directory of this package: its templates and its version are read from there. */
  readonly packageRoot: string;
  readonly cwd?: string;
}

const flags: Flags = {
  from: { type: "string", value: "FILE", summary: "The module whose default export is the tools" },
};

/** The `toolwright` program: lists, calls and tests the tools of a module, and makes new ones. */
export async function runToolwright(options: ToolwrightOptions): Promise<number> {
  const { packageRoot, env = process.env, cwd = process.cwd(), ...rest } = options;
  const program = env["npm_command"] === "exec" ? "npx toolwright" : "toolwright";
  return await runCli({
    ...rest,
    env,
    program,
    version: readVersion(packageRoot),
    about: "Toolwright: tools that language models call, from a terminal.",
    flags,
    commands: [
      createTestCommand(cwd),
      createNewCommand({ program, cwd, template: join(packageRoot, "templates", "tool") }),
    ],
    async kernel({ values, tell }: OpenRequest): Promise<OpenedKernel> {
      const file = findModule(values["from"], cwd);
      // Loaded here: help and wrong usage must not wait for what only tools need.
      const [{ loadTools }, { openToolKernel }] = await Promise.all([
        import("./load-tools.ts"),
        import("./open-kernel.ts"),
      ]);
      return openToolKernel(await loadTools(file), env["TOOLWRIGHT_STATE_DIR"], tell);
    },
  });
}

function readVersion(packageRoot: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  const hasVersion = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return hasVersion ? String(parsed.version) : "unknown";
}
