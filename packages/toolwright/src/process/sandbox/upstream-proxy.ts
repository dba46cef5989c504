import { request } from "node:http";
import type { Socket } from "node:net";
import type { Destination } from "./host-rules.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy through which this machine reaches a host; undefined if it connects by itself. */
export function findUpstream(host: string, environment: Environment): URL | undefined {
  const read = (name: string): string => environment[name] || environment[name.toUpperCase()] || "";
  const text = read("https_proxy") || read("http_proxy") || read("all_proxy");
  if (text === "" || isExcepted(host, read("no_proxy"))) return undefined;
  const address = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "http:") return url;
  throw new Error("the proxy of this machine, in https_proxy or http_proxy, is not one of the kind http://host:port");
}

function isExcepted(host: string, list: string): boolean {
  const names = list.split(/[\s,]+/).map((name) => name.toLowerCase().replace(/^\*?\./, ""));
  return names.some((name) => name !== "" && (name === "*" || host === name || host.endsWith(`.${name}`)));
}

/** A connection to `destination` through another proxy. */
export async function connectThrough(upstream: URL, { host, port }: Destination, signal: AbortSignal): Promise<Socket> {
  const { hostname, port: at, username, password } = upstream;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  const asked = request({
    method: "CONNECT",
    host: hostname.replace(/^\[|\]$/g, ""),
    port: at === "" ? 80 : Number(at),
    path: `${host}:${port}`,
    headers: { Host: `${host}:${port}`, ...(username === "" ? {} : { "Proxy-Authorization": `Basic ${login}` }) },
    agent: false,
  });
  const giveUp = (): void => void asked.destroy(new Error("no answer in time"));
  signal.addEventListener("abort", giveUp, { once: true });
  return await new Promise((resolve, reject) => {
    asked.once("close", () => signal.removeEventListener("abort", giveUp));
    asked.once("error", reject);
    asked.once("connect", (response, socket: Socket, head: Buffer) => {
      signal.removeEventListener("abort", giveUp);
      if (response.statusCode !== 200) {
        socket.destroy();
        reject(new Error(`the proxy ${upstream.host} answered ${response.statusCode}`));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asked.end();
  });
}
