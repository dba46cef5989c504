import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Flags } from "../cli/command.ts";
import type { OpenRequest, OpenedKernel } from "../cli/host.ts";
import { runCli, type CliOptions } from "../cli/run-cli.ts";
import { createAuditCommand } from "./audit-command.ts";
import { findModule, findUnregistered, programName } from "./find-module.ts";
import { createNewCommand } from "./new-command.ts";
import { createProbeReportCommand } from "./probe-report-command.ts";
import { createServeCommand } from "./serve-command.ts";
import { createTestCommand } from "./test-command.ts";

export interface ToolwrightOptions extends Pick<CliOptions, "argv" | "streams" | "signals" | "env"> {
  /** The directory of this package, which contains its templates and its version. */
  readonly packageRoot: string;
  readonly cwd?: string;
  /** The started file, which determines the printed commands. Default: `process.argv[1]`. */
  readonly script?: string;
}

const flags: Flags = {
  from: { type: "string", value: "FILE", summary: "The module whose default export is the tools" },
};

/** The `toolwright` program: lists, calls, serves and tests the tools of a module, and creates new ones. */
export async function runToolwright(options: ToolwrightOptions): Promise<number> {
  const { packageRoot, env = process.env, cwd = process.cwd(), script = process.argv[1], ...rest } = options;
  const program = programName(script, env["npm_command"]);
  const place = { program, cwd };
  const stateDirectory = env["TOOLWRIGHT_STATE_DIR"];
  const version = readVersion(packageRoot);
  return await runCli({
    ...rest,
    env,
    program,
    version,
    about: "Toolwright: tools that language models call, from a terminal.",
    flags,
    scripts: true,
    commands: [
      createServeCommand({ ...place, stateDirectory, token: env["TOOLWRIGHT_TOKEN"] }, flags),
      createTestCommand(place, flags),
      createNewCommand({ ...place, template: join(packageRoot, "templates", "tool") }),
      createProbeReportCommand(),
      createAuditCommand({ env, cwd }),
    ],
    async kernel({ values, full, tell }: OpenRequest): Promise<OpenedKernel> {
      const file = findModule(values["from"], place);
      // Loaded lazily: help and usage errors must not wait for code that only tools need.
      const [{ loadTools }, { openToolKernel }] = await Promise.all([
        import("./load-tools.ts"),
        import("./open-kernel.ts"),
      ]);
      const opened = openToolKernel(await loadTools(file), { stateDirectory, full, tell });
      return { ...opened, explainMissing: (name) => findUnregistered(file, name, cwd) };
    },
  });
}

function readVersion(packageRoot: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  const hasVersion = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return hasVersion ? String(parsed.version) : "unknown";
}
