import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { type Command, usageError } from "toolwright/cli";
import { projectRootFor } from "../../workspace/projects/start-root.ts";
import type { CommandContext } from "../command-context.ts";
import { chooseClient, clients } from "./choose-client.ts";
import { readProfile } from "../flags.ts";
import { type Machine, type ConfigScope, chooseLaunch, withProfile, withProject } from "./client.ts";

/** `setup` writes the entry for this server into the settings of an MCP client, or prints it. */
export function createSetupCommand(context: CommandContext, platform: NodeJS.Platform = process.platform): Command {
  return {
    name: "setup",
    usage: "CLIENT",
    summary: "Add Outrider to an MCP client",
    details: [
      `CLIENT is ${clients.map(({ name }) => name).join(", ")}.`,
      "It shows the change, asks, keeps a copy of the old file and touches nothing but its own entry.",
      "--scope project writes the file that comes with the project, for everybody who works on it.",
      "With --scope user, --project ties the server to that one project.",
    ].join("\n"),
    flags: {
      print: { type: "boolean", summary: "Print what to paste and change nothing" },
      scope: { type: "string", value: "SCOPE", summary: "user (default): all projects of yours; or project" },
      project: {
        type: "string",
        value: "DIR",
        summary: "The project; the repository around the current directory unless told",
      },
      profile: { type: "string", value: "NAME", summary: "full, code or script; what suits the client unless told" },
      yes: { type: "boolean", summary: "Write without asking" },
    },
    takes: [1, 1],
    async run({ positionals: [name = ""], given, values, interrupted }, terminal) {
      const client = chooseClient(name);
      const scope = readScope(values["scope"]);
      const machine = await readMachine(context, values["project"], platform);
      const profile = readProfile(values["profile"]) ?? client.profile;
      const launch = withProfile(chooseLaunch(context.packageRoot, platform), profile);
      const isPinned = scope === "user" && values["project"] !== undefined;
      const job = {
        client,
        scope,
        launch: isPinned ? withProject(launch, machine.project) : launch,
        file: client.file(scope, machine),
      };
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { printJob, setUp } = await import("./set-up.ts");
      return given.has("print")
        ? await printJob(job, terminal)
        : await setUp(job, terminal, given.has("yes"), interrupted);
    },
  };
}

function readScope(given: string | undefined): ConfigScope {
  if (given === undefined || given === "user") return "user";
  if (given === "project") return "project";
  throw usageError(`--scope ${given} is unknown; choose user or project`);
}

async function readMachine(
  { cwd, env }: CommandContext,
  project: string | undefined,
  platform: NodeJS.Platform,
): Promise<Machine> {
  const wanted = await projectRootFor(project === undefined ? undefined : resolve(cwd, project), cwd);
  const root = await realpath(wanted).catch(() => {
    throw usageError(`There is no directory ${wanted}`);
  });
  const home = (platform === "win32" ? env["USERPROFILE"] : env["HOME"]) || homedir();
  return { platform, home, env, project: root };
}
