import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createChatCommand } from "../chat/chat-command.ts";
import type { Flags } from "../cli/command.ts";
import type { OpenRequest, OpenedKernel } from "../cli/host.ts";
import { createProbeReportCommand } from "../cli/probe-report-command.ts";
import { runCli, type CliOptions } from "../cli/run-cli.ts";
import { createAuditCommand } from "./audit-command.ts";
import { findModule, findUnregistered, programName } from "./find-module.ts";
import { createNewCommand } from "./new-command.ts";
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
      createChatCommand({
        name: "chat",
        usage: "[QUESTION | -]",
        summary: "Talk to a model that calls the tools",
        program,
        kernel: openModule,
        flags,
        cwd,
        env,
        modelVariable: "TOOLWRIGHT_MODEL",
        packageDirectories: [cwd],
        threadDirectory: () => join(stateDirectory ?? stateHome(env), "threads"),
      }),
      createServeCommand({ ...place, stateDirectory, token: env["TOOLWRIGHT_TOKEN"] }, flags),
      createTestCommand(place, flags),
      createNewCommand({ ...place, template: join(packageRoot, "templates", "tool") }),
      createProbeReportCommand(),
      createAuditCommand({ env, cwd }),
    ],
    kernel: openModule,
  });

  async function openModule({ values, full, tell }: OpenRequest): Promise<OpenedKernel> {
    const file = findModule(values["from"], place);
    // Loaded lazily: help and usage errors must not wait for code that only tools need.
    const [{ loadTools }, { openToolKernel }] = await Promise.all([
      import("./load-tools.ts"),
      import("./open-kernel.ts"),
    ]);
    const module = await loadTools(file);
    const opened = openToolKernel(module, { stateDirectory, full, tell });
    const { instructions } = module;
    return {
      ...opened,
      ...(instructions === undefined ? {} : { instructions }),
      explainMissing: (name) => findUnregistered(file, name, cwd),
    };
  }
}

/** Where programs of a user keep what they know between runs. */
function stateHome(env: Readonly<Record<string, string | undefined>>): string {
  const base = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_STATE_HOME"];
  return join(base === undefined || base === "" ? join(homedir(), ".local", "state") : base, "toolwright");
}

function readVersion(packageRoot: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  const hasVersion = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return hasVersion ? String(parsed.version) : "unknown";
}
