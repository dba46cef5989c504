import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { createFilteringProxy } from "./filtering-proxy.ts";
import { parseHostRule } from "./host-rules.ts";
import { listenInRoom, type NetworkRoom } from "./network-room.ts";

/** The way out of a sandbox to the hosts that are allowed. */
export interface AllowedHosts {
  /** Tells programs inside which proxy to use. */
  readonly environment: Readonly<Record<string, string>>;
  /** What was refused since a moment of `performance.now()`, as `host:port`. */
  refusedSince(moment: number): readonly string[];
  close(): void;
}

/** Opens a proxy that listens in the network of the sandbox, or on this machine's loopback where the sandbox shares it. */
export async function openAllowedHosts(
  hosts: readonly string[],
  room: NetworkRoom | "loopback",
): Promise<AllowedHosts> {
  const rules = hosts.map((host) => {
    const rule = parseHostRule(host);
    if (rule === undefined)
      throw new TypeError(
        `"${host}" is not a host: use a name such as example.org, *.example.org or example.org:8443.`,
      );
    return rule;
  });
  const proxy = createFilteringProxy(rules);
  const server = room === "loopback" ? await listenOnLoopback() : await listenInRoom(room);
  server.on("connection", (socket) => proxy.serve(socket));
  server.on("error", () => {});
  return {
    environment: proxyVariables(server),
    refusedSince: proxy.refusedSince,
    close() {
      server.close();
      proxy.close();
    },
  };
}

async function listenOnLoopback(): Promise<Server> {
  const server = createServer().listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return server;
}

function proxyVariables(server: Server): Readonly<Record<string, string>> {
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const [proxy, direct] = [`http://127.0.0.1:${port}`, "localhost,127.0.0.1,::1"];
  return {
    http_proxy: proxy,
    https_proxy: proxy,
    no_proxy: direct,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    NO_PROXY: direct,
    NODE_USE_ENV_PROXY: "1",
  };
}
