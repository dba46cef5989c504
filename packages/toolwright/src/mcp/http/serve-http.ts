import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolDefinitionError } from "../../tool/check-definition.ts";
import type { ServerDefinition } from "../define-server.ts";
import { createBearerCheck, type BearerCheck } from "./bearer.ts";
import { createEndpoint } from "./endpoint.ts";
import { isLoopback } from "./loopback.ts";
import { createSiteCheck } from "./site-check.ts";

export interface HttpOptions {
  /** Any free one unless told. */
  readonly port?: number;
  /** The loopback interface unless told; any other is open to the network. */
  readonly host?: string;
  /** Where MCP is served; "/mcp" unless told. */
  readonly path?: string;
  /** Clients send it as `Authorization: Bearer …`. Made up when none is given; `false` serves without one, on loopback only. */
  readonly token?: string | false;
  /** Names under which clients reach this server, beside the loopback's own: for a proxy or another interface. */
  readonly allowedHosts?: readonly string[];
  /** Web pages that may call, as host names, beside those of the loopback itself. */
  readonly allowedOrigins?: readonly string[];
  /** Longer requests are refused; 4 MiB unless told. */
  readonly maxBodyBytes?: number;
  /** Legacy clients at a time; 1,000 unless told. */
  readonly maxSessions?: number;
  /** A legacy client that is silent for so long is forgotten; 30 minutes unless told. */
  readonly sessionIdleMs?: number;
}

export interface ServedHttp {
  readonly url: string;
  readonly port: number;
  /** What clients must send; undefined when the server was told to ask for none. */
  readonly token: string | undefined;
  /** How many legacy clients are connected. */
  sessionCount(): number;
  /** Lets what runs finish for `graceMs`, then cancels it; nothing listens afterwards. The kernel stays open. */
  close(graceMs?: number): Promise<void>;
}

const minTokenLength = 16;
/** A sender that trickles its request in holds a socket no longer than this. */
const requestTimeoutMs = 30_000;

/** Serves any number of clients of both eras. */
export async function serveHttp(definition: ServerDefinition, options: HttpOptions = {}): Promise<ServedHttp> {
  const { port = 0, host = "127.0.0.1", path = "/mcp" } = options;
  const bearer = checkToken(options.token, host);
  const endpoint = createEndpoint(definition, {
    path,
    bearer,
    site: createSiteCheck({
      bound: host,
      hosts: options.allowedHosts ?? [],
      origins: options.allowedOrigins ?? [],
    }),
    maxBodyBytes: options.maxBodyBytes ?? 4 * 1024 * 1024,
    maxSessions: options.maxSessions ?? 1_000,
    sessionIdleMs: options.sessionIdleMs ?? 30 * 60_000,
  });
  const server = createServer({ requestTimeout: requestTimeoutMs, keepAliveTimeout: 65_000 }, endpoint.serve);
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a port was asked for, not a pipe
      resolve(server.address() as AddressInfo);
    });
  });
  server.on("error", definition.onFault);

  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}${path}`,
    port: address.port,
    token: bearer.token,
    sessionCount: endpoint.sessionCount,
    async close(graceMs = 2_000) {
      const stopped = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      await endpoint.close(graceMs);
      server.closeAllConnections();
      await stopped;
    },
  };
}

function checkToken(token: string | false | undefined, host: string): BearerCheck {
  const problems = token === undefined ? [] : findTokenProblems(token, host);
  if (problems.length > 0) throw new ToolDefinitionError("The HTTP server", problems);
  return createBearerCheck(token);
}

function findTokenProblems(token: string | false, host: string): string[] {
  if (token === false) {
    return isLoopback(host) ? [] : [`without a token only this machine may be served, and "${host}" is open to others`];
  }
  if (!/^[!-~]*$/.test(token)) return ["the token holds spaces or other characters that no header can carry"];
  if (token.length >= minTokenLength) return [];
  return [`the token has ${token.length} characters; use at least ${minTokenLength} that nobody can guess, or none`];
}
