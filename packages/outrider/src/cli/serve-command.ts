import type { Worker } from "node:worker_threads";
import { isToolError } from "toolwright";
import { type Command, type CommandArguments, exitCodes, usageError } from "toolwright/cli";
import type { HttpOptions } from "toolwright/mcp";
import type { OpenedOutrider } from "../open-outrider.ts";
import { startEarlyThread } from "../syntax/workers/parser-thread.ts";
import { projectFlags, readProjectFlags } from "./flags.ts";
import type { CommandContext } from "./command-context.ts";
import type { TokenGate } from "./tokens/token-gate.ts";

/** `serve` is the MCP server. */
export function createServeCommand(context: CommandContext): Command {
  return {
    name: "serve",
    usage: "[--http HOST:PORT]",
    summary: "Serve the tools over MCP, on stdin and stdout or over HTTP",
    details: [
      "An MCP client starts it by itself (`outrider setup` shows how). It ends when the client closes its stdin.",
      "With --http 127.0.0.1:PORT it serves any number of clients; each sends a token. `outrider token add NAME` makes one",
      "for each; without any, one for all is made up for this run and printed at the start.",
    ].join("\n"),
    flags: {
      ...projectFlags,
      http: { type: "string", value: "HOST:PORT", summary: "Serve over HTTP; port 0 takes any free one" },
      structured: { type: "boolean", summary: "Send structured results beside the text, with their schemas" },
      probe: { type: "boolean", summary: "Add the delivery probe, to see what a client shows its model" },
      alone: { type: "boolean", summary: "Not through the resident process, whatever the settings say" },
    },
    takes: [0, 0],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const http = readHttp(args.values["http"], context.env);
      const choice = readProjectFlags(args);
      if (http === undefined && !args.given.has("alone")) {
        const { serveThroughResident } = await import("../resident/serve-through-resident.ts");
        const asked = {
          profile: choice.profile,
          structured: args.given.has("structured"),
          probe: args.given.has("probe"),
        };
        if (await serveThroughResident({ ...context, ...choice }, asked, terminal)) return exitCodes.ok;
      }
      const early = tryEarlyThread(choice.project ?? context.cwd);
      // Loaded lazily: help and usage errors must not wait for code that only serving needs.
      const [{ openOrUsageError }, { defineOutriderServer }, mcp] = await Promise.all([
        import("./open-or-usage-error.ts"),
        import("../serve/outrider-server.ts"),
        import("toolwright/mcp"),
      ]);
      const outrider = await openOrUsageError({
        ...choice,
        ...context,
        parsers: { early },
        structured: args.given.has("structured"),
        probe: args.given.has("probe"),
        tell: (text) => terminal.tell(text),
      });
      const server = defineOutriderServer(outrider, context.version);
      if (http === undefined) {
        // An MCP client is not a terminal; a user who starts this by hand would wait for something to happen.
        if (terminal.stdin.isTTY === true) {
          await terminal.tell(
            `Serving ${outrider.kernel.toolNames.length} tools on stdin and stdout for an MCP client. Ctrl-C ends it.`,
          );
        }
        await mcp.serveStdio(server, { onClose: () => outrider.close() }).closed;
        return exitCodes.ok;
      }
      const gate = await openGate(context, outrider);
      const served = await mcp.serveHttp(server, { ...http, token: gate.principalOf }).catch((error: unknown) => {
        throw explainListen(error, http);
      });
      const tokens = gate.ownToken === undefined ? `Tokens: ${gate.names.join(", ")}` : `Token: ${gate.ownToken}`;
      await terminal.tell(`Serving at ${served.url}\n${tokens}\nCtrl-C ends it.`);
      await untilInterrupted(args);
      await served.close();
      gate.close();
      await outrider.kernel.close();
      await outrider.close();
      return exitCodes.ok;
    },
  };
}

/** Only saves time: without it the server starts all the same, and the first question reports what is wrong. */
function tryEarlyThread(directory: string): Worker | undefined {
  try {
    return startEarlyThread(directory);
  } catch {
    return undefined;
  }
}

/** With the tokens of the user's own file. A removed one takes its jobs along. */
async function openGate({ env }: CommandContext, outrider: OpenedOutrider): Promise<TokenGate> {
  const [{ openTokenGate }, { tokenFileOf }] = await Promise.all([
    import("./tokens/token-gate.ts"),
    import("./tokens/token-file.ts"),
  ]);
  const onRevoked = (principal: string): void =>
    void outrider.endPrincipal(principal).catch((error: unknown) => outrider.tell(String(error)));
  return await openTokenGate({ file: tokenFileOf(env), onRevoked }).catch(async (error: unknown) => {
    await outrider.close();
    throw isToolError(error) ? usageError(error.message, error) : error;
  });
}

function readHttp(given: string | undefined, env: CommandContext["env"]): HttpOptions | undefined {
  if (given === undefined) return undefined;
  if (env["OUTRIDER_TOKEN"] !== undefined) {
    throw usageError(
      "OUTRIDER_TOKEN is set, and every command that the server runs could read it. Unset it and run `outrider token add NAME`, which makes a token that only its client knows",
    );
  }
  const parts = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(given);
  const port = Number(parts?.[2]);
  if (parts?.[1] === undefined || port > 65_535) {
    throw usageError(`--http ${given} must be HOST:PORT, such as 127.0.0.1:8700`);
  }
  const host = parts[1].replaceAll(/[[\]]/g, "");
  return { host, port };
}

function explainListen(error: unknown, { host, port }: HttpOptions): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return usageError(`Port ${port} is in use; choose another, or 0 for any.`);
  if (code === "EACCES") return usageError(`Port ${port} is not for every user; choose one from 1024 on.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return usageError(`This machine has no address ${host}.`);
  return error;
}

async function untilInterrupted({ interrupted }: CommandArguments): Promise<void> {
  if (interrupted.aborted) return;
  await new Promise((resolve) => {
    interrupted.addEventListener("abort", resolve, { once: true });
  });
}
