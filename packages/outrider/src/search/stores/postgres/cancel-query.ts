import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface CancelledQuery {
  readonly config: pg.ClientConfig;
  readonly client: pg.PoolClient;
  /** The process that answers on the other side; undefined while it was not known yet. */
  readonly backend: unknown;
  /** Ends when the client was given back. */
  readonly ended: Promise<void>;
}

const mostMs = 2000;

/**
 * Has the server stop what nobody waits for any more. The connection is not given back before it did, so that it cannot be
 * another's statement that is stopped; one that does not end is cut.
 */
export async function cancelQuery({ config, client, backend, ended }: CancelledQuery): Promise<void> {
  if (await endsWithin(ended, 1)) return;
  if (typeof backend === "number") await askToCancel(config, backend).catch(() => undefined);
  if (await endsWithin(ended, mostMs)) return;
  // With a statement under way this cuts the connection; the transaction fails, and its end gives the client back.
  await Promise.race([client.end(), sleep(mostMs, undefined, { ref: false })]);
}

async function askToCancel(config: pg.ClientConfig, backend: number): Promise<void> {
  const messenger = new pg.Client({ ...config, connectionTimeoutMillis: mostMs, query_timeout: mostMs });
  messenger.on("error", () => undefined);
  await messenger.connect();
  try {
    await messenger.query(`select pg_cancel_backend(${backend})`);
  } finally {
    await messenger.end();
  }
}

export async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const over = new AbortController();
  const isEnded = await Promise.race([
    ended.then(() => true),
    sleep(ms, false, { signal: over.signal }).catch(() => false),
  ]);
  over.abort();
  return isEnded;
}
