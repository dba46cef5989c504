import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { createFilteringProxy } from "./filtering-proxy.ts";
import { parseHostRule } from "./host-rules.ts";
import { listenInNamespace, type NetworkNamespace } from "./network-namespace.ts";

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
  namespace: NetworkNamespace | "loopback",
): Promise<AllowedHosts> {
  const rules = hosts.map((host) => {
    const rule = parseHostRule(host);
    if (rule === undefined)
      throw new TypeError(
        `"${host}" is not a host: use a name such as example.org, *.example.org or example.org:8443.`,
      );
    return rule;
  });
  // On the loopback of this machine, other users and sandboxes could reach it.
  const login = namespace === "loopback" ? `sandbox:${randomBytes(16).toString("hex")}` : undefined;
  const proxy = createFilteringProxy(rules, login);
  const server = namespace === "loopback" ? await listenOnLoopback() : await listenInNamespace(namespace);
  server.on("connection", (socket) => proxy.serve(socket));
  server.on("error", () => {});
  return {
    environment: proxyVariables(server, login),
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

function proxyVariables(server: Server, login: string | undefined): Readonly<Record<string, string>> {
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const [proxy, direct] = [
    `http://${login === undefined ? "" : `${login}@`}127.0.0.1:${port}`,
    "localhost,127.0.0.1,::1",
  ];
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
