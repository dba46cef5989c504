import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, request, type ServerResponse, STATUS_CODES } from "node:http";
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
/** Of one connection of a client, at the same time. */
const maxRequests = 16;
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

/** Without `login`, as `user:password`, everybody who can connect is served. */
export function createFilteringProxy(rules: readonly HostRule[], login?: string): FilteringProxy {
  const connections = createConnections();
  const refusals = new Map<string, number>();
  const server = createServer((incoming, response) => void answer(incoming, response));
  server.on(
    "connect",
    (incoming: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(incoming, client, head),
  );
  server.on("clientError", (_error, socket) => socket.destroy());

  async function reach(destination: Destination | undefined, client: Duplex): Promise<Socket> {
    if (destination === undefined) throw new ProxyError(400, "This proxy needs a host and a port.");
    try {
      return await connections.connect(client, async () => await connectTo(destination, rules));
    } catch (error) {
      if (error instanceof ProxyError && error.status === 403) remember(`${destination.host}:${destination.port}`);
      throw error;
    }
  }

  function remember(refused: string): void {
    refusals.delete(refused);
    refusals.set(refused, performance.now());
    const [oldest] = refusals.keys();
    if (refusals.size > maxRefused && oldest !== undefined) refusals.delete(oldest);
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    try {
      checkLogin(incoming, login);
      const remote = await reach(parseDestination(incoming.url ?? "", 443), client);
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      remote.write(head);
      // Each ends when the other does, once everything is passed on.
      pipeline(client, remote, ignore);
      pipeline(remote, client, ignore);
    } catch (error) {
      const { status, message } = describeFailure(error);
      client.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${askForLogin}\r\nConnection: close\r\n\r\n${message}\n`,
      );
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      checkLogin(incoming, login);
      const url = readUrl(incoming.url);
      const remote = await reach(url && parseDestination(url.host, 80), incoming.socket);
      response.once("close", () => remote.destroy());
      forward(incoming, response, remote);
    } catch (error) {
      const { status, message } = describeFailure(error);
      response.writeHead(status, { "Proxy-Authenticate": basic, Connection: "close" }).end(`${message}\n`);
    }
  }

  return {
    refusedSince: (moment) => [...refusals].flatMap(([host, time]) => (time >= moment ? [host] : [])),
    serve(socket) {
      if (connections.admit(socket)) server.emit("connection", socket);
    },
    close: connections.close,
  };
}

/** The connections of clients, and those to hosts, which end with their client. */
function createConnections() {
  const open = new Set<Duplex>();
  const remotesOf = new Map<Duplex, Set<Socket>>();
  /** Requests for which a connection is being made. */
  const requestsOf = new WeakMap<Duplex, number>();
  let connecting = 0;

  function track(stream: Duplex): void {
    open.add(stream);
    stream.on("error", () => stream.destroy());
    stream.once("close", () => open.delete(stream));
  }

  return {
    /** Ends a client's connection if there are too many. */
    admit(client: Socket): boolean {
      if (open.size >= maxConnections) {
        client.destroy();
        return false;
      }
      track(client);
      remotesOf.set(client, new Set());
      client.once("close", () => {
        for (const remote of remotesOf.get(client) ?? []) remote.destroy();
        remotesOf.delete(client);
      });
      return true;
    },
    async connect(client: Duplex, start: () => Promise<Socket>): Promise<Socket> {
      if (open.size + connecting >= maxConnections) throw new ProxyError(503, "Too many connections of the sandbox.");
      const sent = (requestsOf.get(client) ?? 0) + 1;
      requestsOf.set(client, sent);
      // Nobody needs so many requests at once on one connection, and its end could not be noticed behind them.
      if (sent + (remotesOf.get(client)?.size ?? 0) > maxRequests) client.destroy();
      connecting += 1;
      try {
        const remote = await start();
        track(remote);
        const remotes = remotesOf.get(client);
        // The client may have left meanwhile.
        if (remotes === undefined) remote.destroy();
        remotes?.add(remote);
        remote.once("close", () => remotes?.delete(remote));
        return remote;
      } finally {
        connecting -= 1;
        requestsOf.set(client, (requestsOf.get(client) ?? 1) - 1);
      }
    },
    close(): void {
      for (const stream of open) stream.destroy();
    },
  };
}

const basic = 'Basic realm="sandbox"';
const askForLogin = `Proxy-Authenticate: ${basic}`;

function checkLogin({ headers }: IncomingMessage, login: string | undefined): void {
  if (login === undefined) return;
  const expected = `Basic ${Buffer.from(login).toString("base64")}`;
  if (headers["proxy-authorization"] !== expected)
    throw new ProxyError(407, "This proxy is for commands of one sandbox.");
}

/** Passes a request on to its host, and the answer back. */
function forward(incoming: IncomingMessage, response: ServerResponse, remote: Socket): void {
  const { pathname = "/", search = "", host = "" } = readUrl(incoming.url) ?? {};
  // The header decides which site answers, so it names the host that was checked.
  const isChunked = incoming.headers["transfer-encoding"] !== undefined;
  const headers = { ...endToEnd(incoming.headers), host, ...(isChunked ? { "transfer-encoding": "chunked" } : {}) };
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
  sent.once("upgrade", (_reply, socket) => socket.destroy());
  sent.once("close", () => {
    if (!response.headersSent) response.destroy();
  });
  pipeline(incoming, sent, ignore);
}

/** A connection to a destination that the rules allow, at an address that they do not forbid. */
async function connectTo(destination: Destination, rules: readonly HostRule[]): Promise<Socket> {
  const { host, port } = destination;
  const rule = findRule(rules, destination);
  if (rule === undefined) throw new ProxyError(403, `The sandbox does not allow ${host}:${port}.`);
  try {
    const signal = AbortSignal.timeout(connectMs);
    const upstream = findUpstream(host, process.env);
    // Names are looked up there, and often only there.
    if (upstream !== undefined && isIP(host) === 0) return await connectThrough(upstream, destination, signal);
    const addresses = (await settleWithin(findAddresses(host), connectMs)) ?? [];
    signal.throwIfAborted();
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
