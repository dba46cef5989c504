import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, exitCodes, usageError } from "toolwright/cli";
import { type LoadedConfig, loadProjectConfig, loadUserConfig } from "../workspace/config/config-file.ts";
import { userConfigFile } from "../workspace/config/user-config-file.ts";
import { projectRootFor } from "../workspace/projects/start-root.ts";
import type { CommandContext } from "./command-context.ts";

/** `config` shows the settings and where they come from; `config check` fails when something is wrong with them. */
export function createConfigCommand({ cwd, env }: CommandContext): Command {
  return {
    name: "config",
    usage: "[check]",
    summary: "Show the settings in force, or check the files they come from",
    details: [
      "User-level settings decide about safety and apply to every project; .outrider/project.toml describes one project.",
      "No tool can change either file.",
    ].join("\n"),
    flags: {
      project: {
        type: "string",
        value: "DIR",
        summary: "The project; the repository around the current directory unless told",
      },
    },
    takes: [0, 1],
    async run({ positionals, values }, terminal) {
      const [verb] = positionals;
      if (verb !== undefined && verb !== "check")
        throw usageError(`config ${verb} is unknown; there is \`config check\``);
      const root = await realpath(
        await projectRootFor(values["project"] === undefined ? undefined : resolve(cwd, values["project"]), cwd),
      );
      const files: LoadedConfig<object>[] = [await loadUserConfig(userConfigFile(env)), await loadProjectConfig(root)];
      for (const loaded of files)
        await terminal.print(verb === "check" ? describeCheck(loaded) : describeSettings(loaded));
      return files.some(({ problems }) => problems.length > 0) ? exitCodes.failed : exitCodes.ok;
    },
  };
}

function describeCheck({ file, exists, problems }: LoadedConfig<object>): string {
  if (!exists) return `${file}: not there, defaults apply`;
  if (problems.length === 0) return `${file}: fine`;
  return [`${file}:`, ...problems.map((problem) => `  - ${problem}`)].join("\n");
}

function describeSettings(loaded: LoadedConfig<object>): string {
  const lines = Object.entries(loaded.config).flatMap(([section, settings]: [string, unknown]) => [
    `[${section}]`,
    ...Object.entries(typeof settings === "object" && settings !== null ? settings : {}).map(
      ([key, value]) => `${key} = ${JSON.stringify(value)}`,
    ),
  ]);
  return [`# ${describeCheck(loaded)}`, ...lines, ""].join("\n");
}
