import { createServer, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerDefinition } from "../define-server.ts";
import { checkHttpSettings, type HttpSettings } from "./check-options.ts";
import { createEndpoint } from "./endpoint.ts";
import { createSiteCheck } from "./host-name.ts";
import { createBearerCheck } from "./request-checks.ts";

/** Where the server listens, who may reach it, and its limits. */
export interface HttpOptions {
  /** Default: any free one. */
  readonly port?: number;
  /** Default: the loopback interface; any other is open to the network. */
  readonly host?: string;
  /** Where MCP is served. Default: "/mcp". */
  readonly path?: string;
  /** Clients send it as `Authorization: Bearer …`. Made up when none is given; `false` serves without one, on loopback only. */
  readonly token?: string | false;
  /**
   * Names under which clients reach this server, beside the loopback's own: for a proxy or another interface. Of a URL or
   * a name with a port the name counts.
   */
  readonly allowedHosts?: readonly string[];
  /** Web pages that may call, as host names or URLs of which the host counts, beside those of the loopback itself. */
  readonly allowedOrigins?: readonly string[];
  /** Longer requests are refused. Default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Legacy clients at a time. Default: 1,000. */
  readonly maxSessions?: number;
  /** A legacy client that is silent for so long is forgotten. Default: 30 minutes. */
  readonly sessionIdleMs?: number;
}

/** A server that listens: its address, its token, and how to end it. */
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

const serverOptions: ServerOptions = {
  /** A sender that trickles its request in holds a socket no longer than this. */
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** A client that vanished without a word is noticed, even where nothing is written to it. */
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
};

/** Serves any number of clients of both eras over HTTP. */
export async function serveHttp(definition: ServerDefinition, options: HttpOptions = {}): Promise<ServedHttp> {
  const settings = withDefaults(options);
  checkHttpSettings(settings);
  const { host, path, allowedHosts, allowedOrigins } = settings;
  const bearer = createBearerCheck(settings.token);
  const site = createSiteCheck({ bound: host, hosts: allowedHosts, origins: allowedOrigins });
  const endpoint = createEndpoint(definition, { ...settings, bearer, site });
  const server = createServer(serverOptions, endpoint.serve);
  // Each of the requests that wait for their turn on a connection listens for its end.
  server.on("connection", (socket) => socket.setMaxListeners(0));
  const port = await listen(server, settings).catch(async (error: unknown) => {
    await endpoint.close(0);
    throw error;
  });
  server.on("error", definition.onFault);

  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}${path}`,
    port,
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

function withDefaults(options: HttpOptions): HttpSettings {
  return {
    port: options.port ?? 0,
    // In URLs an IPv6 address has brackets, where a server listens it has none.
    host: (options.host ?? "127.0.0.1").replace(/^\[(.*)\]$/, "$1"),
    path: options.path ?? "/mcp",
    token: options.token,
    allowedHosts: options.allowedHosts ?? [],
    allowedOrigins: options.allowedOrigins ?? [],
    maxBodyBytes: options.maxBodyBytes ?? 4 * 1024 * 1024,
    maxSessions: options.maxSessions ?? 1_000,
    sessionIdleMs: options.sessionIdleMs ?? 30 * 60_000,
  };
}

/** The port that it listens on. */
function listen(server: Server, { port, host }: HttpSettings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a port was asked for, not a pipe
      resolve((server.address() as AddressInfo).port);
    });
  });
}
