import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CliOptions,
  type Command,
  createProbeReportCommand,
  type OpenedKernel,
  type OpenRequest,
  runCli,
} from "toolwright/cli";
import { createAgentCommand } from "./agent/agent-command.ts";
import { createChangesCommand } from "./changes/changes-command.ts";
import { createConfigCommand } from "./config-command.ts";
import { createDemoCommand } from "./demo/demo-command.ts";
import { createDoctorCommand } from "./doctor/doctor-command.ts";
import type { CommandContext } from "./command-context.ts";
import { projectFlags, readProjectFlags } from "./flags.ts";
import { createLanguagesCommand } from "./languages/languages-command.ts";
import { createResidentCommand } from "./resident/resident-command.ts";
import { createIndexCommand } from "./search/index-command.ts";
import { createSearchCommand } from "./search/search-command.ts";
import type { OpenCaller } from "./pipes/open-caller.ts";
import { createServeCommand } from "./serve-command.ts";
import { createSetupCommand } from "./setup/setup-command.ts";
import { createStatsCommand } from "./stats-command.ts";
import { createTokenCommand } from "./tokens/token-command.ts";

export interface RunOptions extends Pick<CliOptions, "argv" | "streams" | "signals" | "env"> {
  /** The directory of this package. */
  readonly packageRoot: string;
  readonly cwd?: string;
}

/** The `outrider` program. */
export async function runOutrider({ packageRoot, cwd = process.cwd(), ...rest }: RunOptions): Promise<number> {
  const { version } = readPackage(packageRoot);
  const env = rest.env ?? process.env;
  const context: CommandContext = { cwd, version, packageRoot, env };
  const commands = [
    createServeCommand(context),
    createAgentCommand(context),
    createSetupCommand(context),
    createDemoCommand(context),
    createSearchCommand(context),
    createIndexCommand(context),
    createChangesCommand({ cwd, open: openLazily(context) }),
    createDoctorCommand(context),
    createLanguagesCommand(context),
    createConfigCommand(context),
    createStatsCommand(context),
    createTokenCommand(context),
    createProbeReportCommand(),
    createResidentCommand(context),
  ];
  return await runCli({
    ...rest,
    program: "outrider",
    version,
    about: "Outrider: IDE-grade sight of any code base for coding agents, over MCP.",
    flags: projectFlags,
    readWith: "read_file",
    commands: [...commands, ...(await pipesFor(rest.argv, commands, context))],
    async kernel(request: OpenRequest): Promise<OpenedKernel> {
      // Loaded lazily: help and usage errors must not wait for code that only tools need.
      const { openOrUsageError } = await import("./open-or-usage-error.ts");
      return await openOrUsageError({ ...readProjectFlags(request), cwd, env, full: request.full, tell: request.tell });
    },
  });
}

/** The commands for shells; loaded lazily, because a starting server must not wait for them. */
async function pipesFor(
  argv: readonly string[],
  others: readonly Command[],
  context: CommandContext,
): Promise<readonly Command[]> {
  if (others.some(({ name }) => name === argv[0])) return [];
  const { createPipeCommands } = await import("./pipes/pipe-commands.ts");
  return createPipeCommands({ cwd: context.cwd, open: openLazily(context) }, others);
}

function openLazily(context: CommandContext): OpenCaller {
  return async (args, tell) => {
    const { createOpenCaller } = await import("./pipes/open-caller.ts");
    return await createOpenCaller(context)(args, tell);
  };
}

function readPackage(packageRoot: string): { readonly version: string } {
  const parsed: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  const hasVersion = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return { version: hasVersion ? String(parsed.version) : "unknown" };
}
