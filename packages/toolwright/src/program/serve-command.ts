import { type Command, type Flags, type CommandArguments, exitCodes, usageError } from "../cli/command.ts";
import { unlessInterrupted } from "../cli/interrupts.ts";
import { commandLine } from "../cli/shell-quote.ts";
import type { HttpOptions, ServedHttp, ServerDefinition } from "../mcp/index.ts";
import { hideVariables } from "../process/hide-variables.ts";
import { findModule, type ModuleSearch } from "./find-module.ts";

const maxPort = 65_535;

export interface ServeContext extends ModuleSearch {
  readonly stateDirectory: string | undefined;
  /** The token for --http from the environment, if set: command lines are visible to others. */
  readonly token: string | undefined;
}

/** `serve` is the MCP server of a module's tools. */
export function createServeCommand(place: ServeContext, flags: Flags): Command {
  return {
    name: "serve",
    usage: "[--http]",
    summary: "Serve the tools over MCP, on stdin and stdout or over HTTP",
    details: [
      "An MCP client starts it by itself: give it this command line. It ends when the client closes its stdin.",
      "With --http it serves any number of clients on this machine; each sends the token that is printed at the start.",
      "To keep the token over restarts, give one of 16 characters or more in TOOLWRIGHT_TOKEN, and a --port.",
    ].join("\n"),
    flags: {
      ...flags,
      name: {
        type: "string",
        value: "NAME",
        summary: "What clients call the server; the name of its package unless told",
      },
      allow: { type: "string", value: "NAMES", summary: "Tools that run without asking a person, with commas between" },
      http: { type: "boolean", summary: "Serve over HTTP instead of stdin and stdout" },
      port: { type: "string", value: "N", summary: "The port for --http; any free one unless told" },
      script: {
        type: "boolean",
        summary: "Add the tool `script`, which calls the others from JavaScript in a sandbox",
      },
      probe: { type: "boolean", summary: "Add the delivery probe (see probe-report)" },
    },
    takes: [0, 0],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const file = findModule(args.values["from"], place);
      const http = readHttpOptions(args, place.token);
      // What tools start may read the environment of this process.
      hideVariables(["TOOLWRIGHT_TOKEN"]);
      delete process.env["TOOLWRIGHT_TOKEN"];
      // Loaded lazily: help and usage errors must not wait for code that only serving needs.
      const [{ loadTools }, { openServer }, mcp] = await Promise.all([
        import("./load-tools.ts"),
        import("./open-server.ts"),
        import("../mcp/index.ts"),
      ]);
      const { server, close } = openServer(await loadTools(file), {
        file,
        name: args.values["name"],
        allow: (args.values["allow"] ?? "")
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== ""),
        stateDirectory: place.stateDirectory,
        probe: args.given.has("probe"),
        script: args.given.has("script"),
        tell: (text) => terminal.tell(text),
      });
      if (http === undefined) {
        // An MCP client is not a terminal; a person who starts this by hand would wait for something to happen.
        if (terminal.stdin.isTTY === true) await terminal.tell(describeStdio(server));
        await mcp.serveStdio(server, { onClose: close }).closed;
        return exitCodes.ok;
      }
      const served = await listen(mcp.serveHttp, server, http);
      await terminal.tell(describeHttp(served, server, http));
      await unlessInterrupted(args.interrupted, new Promise<never>(() => {})).catch(() => {});
      await served.close();
      await server.kernel.close();
      await close();
      return exitCodes.ok;
    },
  };
}

async function listen(
  serveHttp: (server: ServerDefinition, options: HttpOptions) => Promise<ServedHttp>,
  server: ServerDefinition,
  options: HttpOptions,
): Promise<ServedHttp> {
  try {
    return await serveHttp(server, options);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") throw usageError(`Port ${options.port} is in use; name another with --port, or none.`);
    if (code === "EACCES") throw usageError(`Port ${options.port} is not for every user; name one from 1024 on.`);
    throw error;
  }
}

function describeStdio({ kernel, name }: ServerDefinition): string {
  return `Serving ${kernel.toolNames.length} tools as "${name}" on stdin and stdout, which an MCP client is to speak to. Ctrl-C ends it.`;
}

function describeHttp({ url, token }: ServedHttp, { name, kernel }: ServerDefinition, told: HttpOptions): string {
  const header = `Authorization: Bearer ${token ?? ""}`;
  const isMadeUp = told.port === undefined || told.token === undefined;
  return [
    `Serving ${kernel.toolNames.length} tools as "${name}" at ${url}`,
    `Token: ${token ?? "none"}`,
    `Claude Code: ${commandLine("claude", "mcp", "add", "--transport", "http", name, url, "--header", header)}`,
    ...(isMadeUp ? ["What was made up of port and token is good until it ends; to keep them, see serve --help."] : []),
    "Ctrl-C ends it.",
  ].join("\n");
}

/** The HTTP options of `serve`; undefined for stdin and stdout. */
function readHttpOptions({ given, values }: CommandArguments, token: string | undefined): HttpOptions | undefined {
  const { port } = values;
  if (!given.has("http")) {
    if (port !== undefined) throw usageError("--port needs --http");
    return undefined;
  }
  const number = Number(port ?? 0);
  if (!/^\d+$/.test(port ?? "0") || number > maxPort)
    throw usageError(`--port ${port} must be a number up to ${maxPort}`);
  return { ...(port === undefined ? {} : { port: number }), ...(token === undefined ? {} : { token }) };
}
