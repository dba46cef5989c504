import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ToolError } from "toolwright";
import { limitSignal, waitUnlessAborted } from "../../../workspace/time/limit-signal.ts";
import { describeError, isConflict, isPassing, type ServerName, unreachable } from "./describe-error.ts";
import { createTransaction, type Query } from "./transaction.ts";

interface CancelledQuery {
  readonly config: pg.ClientConfig;
  readonly client: pg.PoolClient;
  /** The server process of the connection; undefined if it is not known yet. */
  readonly backend: unknown;
  /** Resolves when the client has been given back. */
  readonly ended: Promise<void>;
}

const maxMs = 2000;

export interface DatabaseOptions {
  readonly url: string;
  /** Where the user configured the URL, for messages. */
  readonly urlName: string;
  /** How long a call keeps trying if the server is unreachable. */
  readonly connectTimeoutMs?: number;
  /** The time limit for one statement. */
  readonly statementMs?: number;
}

/** A few connections, and transactions that are retried if the server was unreachable. */
export interface Database {
  readonly server: ServerName;
  /** Why the last call failed; undefined if it succeeded. */
  readonly problem: string | undefined;
  /** The work may run more than once, so it must be idempotent. */
  transact<T>(signal: AbortSignal, work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const maxConnections = 3;
const connectMs = 5000;
const idleMs = 30_000;
const firstPauseMs = 50;
const longestPauseMs = 1000;
/** After a server was unreachable for the whole timeout of a call, further calls fail at once for this long. */
const restMs = 10_000;
/** How much longer than the server's own limit a statement may take before the connection is dropped. */
const graceMs = 3000;
/** How long closing waits for connections to end cleanly. */
const closeMs = 1000;

// oxlint-disable-next-line max-lines-per-function -- one connection and its state; every function inside is short
export function openDatabase({
  url,
  urlName,
  connectTimeoutMs = 5000,
  statementMs = 30_000,
}: DatabaseOptions): Database {
  const server = readServerName(url, urlName);
  /** All open sockets, so that closing can destroy those that do not end otherwise. */
  const sockets = new Set<Socket>();
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once("close", () => sockets.delete(socket));
  };
  const config = { connectionString: url, connectionTimeoutMillis: connectMs, application_name: "outrider", stream };
  const pool = new pg.Pool({ ...config, max: maxConnections, idleTimeoutMillis: idleMs, allowExitOnIdle: true });
  // The pool discards a connection that breaks while idle; nothing else is needed.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const closing = new AbortController();
  const stopping = new Set<Promise<void>>();
  let problem: string | undefined;
  let restUntil = 0;

  async function connect(signal: AbortSignal): Promise<pg.PoolClient> {
    const connecting = pool.connect();
    try {
      return await waitUnlessAborted(connecting, signal);
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    }
  }

  async function once<T>(signal: AbortSignal, work: (query: Query) => Promise<T>): Promise<T> {
    const limit = limitSignal([signal, closing.signal], statementMs + connectMs + graceMs);
    try {
      const client = await connect(limit.signal);
      const transaction = createTransaction(client, limit.signal, statementMs);
      const running = transaction.run(work);
      const giveBack = (): void => client.release(!transaction.isOver());
      const ended = running.then(giveBack, giveBack);
      try {
        return await waitUnlessAborted(running, limit.signal);
      } catch (error) {
        if (limit.signal.aborted) keep(cancelQuery({ config, client, backend: transaction.backend(), ended }));
        throw error;
      }
    } catch (error) {
      throw limit.isLate() ? unreachable(new Error("it took too long"), server) : error;
    } finally {
      limit.release();
    }
  }

  /** The caller already has its answer; only closing waits. */
  function keep(stop: Promise<void>): void {
    const kept = stop.catch(() => undefined).finally(() => stopping.delete(kept));
    stopping.add(kept);
  }

  async function withRetries<T>(signal: AbortSignal, work: (query: Query) => Promise<T>): Promise<T> {
    const until = performance.now() + connectTimeoutMs;
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        return await once(signal, work);
      } catch (error) {
        signal.throwIfAborted();
        closing.signal.throwIfAborted();
        if (!isPassing(error)) throw describeError(error, server);
        if (performance.now() + pause > until) {
          if (!isConflict(error)) restUntil = performance.now() + restMs;
          throw unreachable(error, server);
        }
        await sleep(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
        signal.throwIfAborted();
      }
    }
  }

  return {
    server,
    get problem() {
      return problem;
    },
    async transact(signal, work) {
      signal.throwIfAborted();
      closing.signal.throwIfAborted();
      if (problem !== undefined && performance.now() < restUntil) throw unreachable(new Error(problem), server);
      try {
        const result = await withRetries(signal, work);
        problem = undefined;
        restUntil = 0;
        return result;
      } catch (error) {
        if (!signal.aborted) problem = error instanceof Error ? error.message : String(error);
        throw error;
      }
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort(new Error("The vector store is closed."));
      const ended = pool.end();
      if (!(await endsWithin(Promise.all([ended, ...stopping]), closeMs)))
        for (const socket of sockets) socket.destroy();
      await ended;
      await Promise.all(stopping);
    },
  };
}

/** Reads the parts of a URL such as `postgres://user:password@host:5432/database?sslmode=verify-full` that may be shown. */
function readServerName(url: string, urlName: string): ServerName {
  const parsed = parse(url);
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol)) throw wrongUrl(urlName);
  const { hostname, port, pathname, password, searchParams } = parsed;
  const host = hostname === "" ? (searchParams.get("host") ?? "localhost") : hostname;
  const secrets = [password, decode(password), searchParams.get("password") ?? ""];
  return {
    shown: `${host}${port === "" ? "" : `:${port}`}${pathname === "/" ? "" : pathname}`,
    urlName,
    secrets: [...new Set(secrets)].filter((secret) => secret !== ""),
  };
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wrongUrl(urlName: string): ToolError {
  return new ToolError(
    "wrong_store_url",
    `What is in ${urlName} is no address of a PostgreSQL database. It looks like postgres://user:password@host:5432/database; special characters in the password are written as in any URL.`,
  );
}

/**
 * Asks the server to cancel a statement that is no longer awaited. The connection is only given back afterwards, so that no
 * other statement can be cancelled by mistake; if it does not end, it is cut.
 */
async function cancelQuery({ config, client, backend, ended }: CancelledQuery): Promise<void> {
  if (await endsWithin(ended, 1)) return;
  if (typeof backend === "number") await askToCancel(config, backend).catch(() => undefined);
  if (await endsWithin(ended, maxMs)) return;
  // This cuts the connection of a running statement; the transaction fails, and its end gives the client back.
  await Promise.race([client.end(), sleep(maxMs, undefined, { ref: false })]);
}

async function askToCancel(config: pg.ClientConfig, backend: number): Promise<void> {
  const messenger = new pg.Client({ ...config, connectionTimeoutMillis: maxMs, query_timeout: maxMs });
  messenger.on("error", () => undefined);
  await messenger.connect();
  try {
    await messenger.query(`select pg_cancel_backend(${backend})`);
  } finally {
    await messenger.end();
  }
}

async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const over = new AbortController();
  const isEnded = await Promise.race([
    ended.then(() => true),
    sleep(ms, false, { signal: over.signal }).catch(() => false),
  ]);
  over.abort();
  return isEnded;
}
