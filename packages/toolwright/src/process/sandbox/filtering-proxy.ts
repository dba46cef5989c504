import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { settleWithin } from "../settle-within.ts";
import { type Destination, findRule, type HostRule, isReachable, parseDestination } from "./host-rules.ts";
import { connectThrough, findUpstream } from "./upstream-proxy.ts";

/** An HTTP proxy that lets through what the rules allow and remembers what it has refused. */
export interface FilteringProxy {
  /** Serves one connection of a client. */
  serve(socket: Socket): void;
  /** What it has refused since a moment of `performance.now()`, as `host:port`. */
  refusedSince(moment: number): readonly string[];
  /** Ends all connections. */
  close(): void;
}

/** Of clients and of hosts. */
const maxConnections = 512;
const maxRefused = 1_000;
const connectMs = 30_000;

/** A refusal, or a failure to connect, as the client is told it. */
class ProxyError extends Error {
  readonly status: number;

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

export function createFilteringProxy(rules: readonly HostRule[]): FilteringProxy {
  const open = new Set<Duplex>();
  const refusals = new Map<string, number>();
  const server = createServer((incoming, response) => void answer(incoming, response));
  server.on(
    "connect",
    (incoming: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(incoming, client, head),
  );
  server.on("clientError", (_error, socket) => socket.destroy());

  function track<Stream extends Duplex>(stream: Stream): Stream {
    open.add(stream);
    stream.on("error", () => stream.destroy());
    stream.once("close", () => open.delete(stream));
    return stream;
  }

  async function reach(destination: Destination | undefined, client: Duplex): Promise<Socket> {
    if (destination === undefined) throw new ProxyError(400, "This proxy needs a host and a port.");
    try {
      const remote = track(await connectTo(destination, rules));
      if (client.destroyed) remote.destroy();
      return remote;
    } catch (error) {
      if (error instanceof ProxyError && error.status === 403 && refusals.size < maxRefused)
        refusals.set(`${destination.host}:${destination.port}`, performance.now());
      throw error;
    }
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    try {
      const remote = await reach(parseDestination(incoming.url ?? "", 443), client);
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      remote.write(head);
      // Each ends when the other does, once everything is passed on.
      pipeline(client, remote, ignore);
      pipeline(remote, client, ignore);
    } catch (error) {
      const { status, message } = describeFailure(error);
      client.end(
        `HTTP/1.1 ${status} ${status === 403 ? "Forbidden" : "Bad Gateway"}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${message}\n`,
      );
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = readUrl(incoming.url);
      const remote = await reach(url && parseDestination(url.host, 80), incoming.socket);
      response.once("close", () => remote.destroy());
      forward(incoming, response, remote);
    } catch (error) {
      const { status, message } = describeFailure(error);
      response.writeHead(status, { "Content-Type": "text/plain", Connection: "close" }).end(`${message}\n`);
    }
  }

  return {
    refusedSince: (moment) => [...refusals].flatMap(([host, time]) => (time >= moment ? [host] : [])),
    serve(socket) {
      if (open.size >= maxConnections) socket.destroy();
      else server.emit("connection", track(socket));
    },
    close() {
      for (const stream of open) stream.destroy();
    },
  };
}

/** Passes a request on to its host, and the answer back. */
function forward(incoming: IncomingMessage, response: ServerResponse, remote: Socket): void {
  const { pathname = "/", search = "", host = "" } = readUrl(incoming.url) ?? {};
  // The header decides which site answers, so it must name the host that was checked.
  const headers = { ...endToEnd(incoming.headers), host };
  // With a connection of its own no agent is used, which would take it for other hosts, too.
  const sent = request({
    method: incoming.method,
    path: `${pathname}${search}`,
    headers,
    createConnection: () => remote,
  });
  sent.on("response", (reply) => {
    try {
      response.writeHead(reply.statusCode ?? 502, endToEnd(reply.headers));
      pipeline(reply, response, ignore);
    } catch {
      // Not a status or a header that could be passed on.
      response.destroy();
    }
  });
  sent.on("error", () => response.destroy());
  pipeline(incoming, sent, ignore);
}

/** A connection to a destination that the rules allow, at an address that they do not forbid. */
async function connectTo(destination: Destination, rules: readonly HostRule[]): Promise<Socket> {
  const { host, port } = destination;
  const rule = findRule(rules, destination);
  if (rule === undefined) throw new ProxyError(403, `The sandbox does not allow ${host}:${port}.`);
  const upstream = findUpstream(host, process.env);
  try {
    const signal = AbortSignal.timeout(connectMs);
    if (upstream !== undefined && isIP(host) === 0) return await connectThrough(upstream, destination, signal);
    const addresses = (await settleWithin(findAddresses(host), connectMs)) ?? [];
    if (addresses.length === 0) throw new Error("it has no address");
    const allowed = addresses.filter(({ address }) => isReachable(address, rule));
    if (allowed.length === 0) {
      const places = addresses.map(({ address }) => address).join(", ");
      throw new ProxyError(403, `The sandbox does not allow ${host}:${port}: it is at ${places}.`);
    }
    // Only these addresses, whatever the name leads to by now.
    const lookup: LookupFunction = (_name, { all }, done) =>
      all === true ? done(null, allowed) : done(null, allowed[0]?.address ?? "", allowed[0]?.family);
    return await connected(connect({ host, port, lookup, autoSelectFamily: true }), signal);
  } catch (error) {
    if (error instanceof ProxyError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProxyError(502, `${host}:${port} cannot be reached: ${reason}`, error);
  }
}

async function findAddresses(host: string): Promise<LookupAddress[]> {
  return isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host, family: isIP(host) }];
}

function ignore(): void {}

async function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return await new Promise((resolve, reject) => {
    const giveUp = (): void => void socket.destroy(new Error("no answer in time"));
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once("close", () => signal.removeEventListener("abort", giveUp));
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", giveUp);
      resolve(socket);
    });
  });
}

function describeFailure(error: unknown): { readonly status: number; readonly message: string } {
  return error instanceof ProxyError ? error : { status: 502, message: String(error) };
}

function readUrl(text = ""): URL | undefined {
  return /^http:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

const hopByHop = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

function endToEnd(headers: IncomingMessage["headers"]): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hopByHop.test(name) ? [] : [[name, value] as const],
    ),
  );
}
