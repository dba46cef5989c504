import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { isToolError } from "toolwright";
import { type Command, exitCodes, type Terminal, usageError } from "toolwright/cli";
import { loadUserConfig } from "../../workspace/config/config-file.ts";
import { userConfigFile } from "../../workspace/config/user-config-file.ts";
import { findStartRoot, projectRootFor } from "../../workspace/projects/start-root.ts";
import type { CommandContext } from "../command-context.ts";

/** `languages` shows which language servers are available, and installs or removes those that come from npm. */
export function createLanguagesCommand(context: CommandContext): Command {
  return {
    name: "languages",
    usage: "[install NAME... | remove NAME...]",
    summary: "Show the language servers that are there, and install others",
    details: [
      "Outrider works without any: syntax answers then. With one, references, calls and errors are those of the compiler.",
      "install fetches exactly the version that this release was tried with, through npm, into a folder of your own that no",
      "project shares; no script of a package is run. NAME is a server or a language. Nothing is fetched without this command.",
    ].join("\n"),
    flags: {
      project: {
        type: "string",
        value: "DIR",
        summary: "The project; the repository around the current directory unless told",
      },
      yes: { type: "boolean", summary: "Install without asking" },
      json: { type: "boolean", summary: "Print the table as one line of JSON" },
    },
    takes: [0, 50],
    endsWhenInterrupted: true,
    async run({ positionals, given, values, interrupted }, terminal) {
      const [verb, ...names] = positionals;
      if (verb === undefined) return await showTable(context, values["project"], given.has("json"), terminal);
      if (verb !== "install" && verb !== "remove") {
        throw usageError(`languages ${verb} is unknown; there are \`languages install\` and \`languages remove\``);
      }
      if (names.length === 0) throw usageError(`Name what to ${verb}; \`outrider languages\` shows what there is`);
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const [{ chooseServers }, { installServers, removeServers }, { serverCacheDirectory }] = await Promise.all([
        import("./choose-servers.ts"),
        import("./install-command.ts"),
        import("../../lsp/programs/found-program.ts"),
      ]);
      const specs = chooseServers(names);
      const cacheDirectory = serverCacheDirectory(context.env);
      if (verb === "remove") return await removeServers({ specs, cacheDirectory }, terminal);
      const root = await findStartRoot(named(context.cwd, values["project"]), context.cwd).catch((error: unknown) => {
        throw isToolError(error) ? usageError(error.message) : error;
      });
      const request = { root, specs, cacheDirectory, env: context.env, isSure: given.has("yes"), interrupted };
      return await installServers(request, terminal);
    },
  };
}

function named(cwd: string, project: string | undefined): string | undefined {
  return project === undefined ? undefined : resolve(cwd, project);
}

async function showTable(
  { cwd, env }: CommandContext,
  project: string | undefined,
  asJson: boolean,
  terminal: Terminal,
): Promise<number> {
  const wanted = await projectRootFor(named(cwd, project), cwd);
  const root = await realpath(wanted).catch(() => {
    throw usageError(`There is no directory ${wanted}`);
  });
  const { config, file } = await loadUserConfig(userConfigFile(env));
  const [{ reportServers }, { showServers }, { serverCacheDirectory, isTrustedProject }] = await Promise.all([
    import("./server-report.ts"),
    import("./show-servers.ts"),
    import("../../lsp/programs/found-program.ts"),
  ]);
  const user = config.servers;
  const trusted = isTrustedProject(root, user);
  const cacheDirectory = serverCacheDirectory(env);
  const servers = await reportServers({ user, env, root, trusted, cacheDirectory });
  if (asJson) await terminal.print(JSON.stringify({ project: root, trusted, settings: file, cacheDirectory, servers }));
  else await terminal.printPieces(showServers(servers, terminal.columns));
  return exitCodes.ok;
}
