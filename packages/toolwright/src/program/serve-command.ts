import type { Command, CommandArguments, Flags } from "../cli/command.ts";
import { exitCodes } from "../cli/exit-code.ts";
import { usageError } from "../cli/usage-error.ts";
import type { HttpOptions, ServedHttp, ServerDefinition } from "../mcp/index.ts";
import { findModule, type Place } from "./find-module.ts";

export interface ServePlace extends Place {
  readonly version: string;
  readonly stateDirectory: string | undefined;
}

/** `serve` is the MCP server of a module's tools. */
export function createServeCommand(place: ServePlace, flags: Flags): Command {
  return {
    name: "serve",
    usage: "",
    summary: "Serve the tools over MCP, on stdin and stdout or over HTTP",
    details: [
      "An MCP client starts it by itself: give it this command line. It ends when the client closes its stdin.",
      "With --http it serves any number of clients on this machine; each sends the token that is printed at the start.",
    ].join("\n"),
    flags: {
      ...flags,
      name: { type: "string", value: "NAME", summary: 'What clients call the server; "tools" unless told' },
      http: { type: "boolean", summary: "Serve over HTTP instead of stdin and stdout" },
      port: { type: "string", value: "N", summary: "The port for --http; any free one unless told" },
      token: { type: "string", value: "TEXT", summary: "The token for --http; made up unless told" },
      probe: { type: "boolean", summary: "Add the delivery probe (see probe-report)" },
    },
    takes: [0, 0],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const file = findModule(args.values["from"], place);
      const http = readHttp(args);
      // Loaded here: help and wrong usage must not wait for what only serving needs.
      const [{ loadTools }, { openServer }, mcp] = await Promise.all([
        import("./load-tools.ts"),
        import("./open-server.ts"),
        import("../mcp/index.ts"),
      ]);
      const { server, close } = openServer(await loadTools(file), {
        name: args.values["name"] ?? "tools",
        version: place.version,
        stateDirectory: place.stateDirectory,
        probe: args.given.has("probe"),
        tell: (text) => terminal.tell(text),
      });
      if (http === undefined) {
        await mcp.serveStdio(server, { onClose: close }).closed;
        return exitCodes.ok;
      }
      const served = await mcp.serveHttp(server, http);
      await terminal.tell(describeHttp(served, server));
      await interruption(args.interrupted);
      await served.close();
      await server.kernel.close();
      await close();
      return exitCodes.ok;
    },
  };
}

/** Undefined for stdin and stdout. */
function readHttp({ given, values }: CommandArguments): HttpOptions | undefined {
  const { port, token } = values;
  if (!given.has("http")) {
    const stray = ["port", "token"].find((name) => given.has(name));
    if (stray !== undefined) throw usageError(`--${stray} needs --http`);
    return undefined;
  }
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw usageError(`--port ${port} must be a number up to 65535`);
  return { ...(port === undefined ? {} : { port: Number(port) }), ...(token === undefined ? {} : { token }) };
}

function describeHttp({ url, token }: ServedHttp, { name, kernel }: ServerDefinition): string {
  return [
    `Serving ${kernel.toolNames.length} tools at ${url}`,
    `Token: ${token ?? "none"}`,
    `Claude Code: claude mcp add --transport http ${name} ${url} --header "Authorization: Bearer ${token ?? ""}"`,
    "Ctrl-C ends it.",
  ].join("\n");
}

function interruption(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
