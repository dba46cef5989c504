import { type AuditTarget, type ConnectionWish, NotMeasured, type ServerConnection } from "./target.ts";
import type { Session } from "../subject/session.ts";

/** A session that is opened again when the server has ended. */
export interface LiveSession {
  get(): Promise<Session>;
  /** The connection of now. */
  connection(): ServerConnection | undefined;
  /** Ends a server that no longer answers: the next request gets a fresh one. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

const maxStarts = 10;

export function openLiveSession(
  { target }: { readonly target: AuditTarget },
  options: ConnectionWish = {},
): LiveSession {
  let connection: ServerConnection | undefined;
  let starts = 0;

  async function drop(): Promise<void> {
    const old = connection;
    connection = undefined;
    await old?.close();
  }

  return {
    async get() {
      if (connection !== undefined && connection.session.wire.ended() === undefined) return connection.session;
      await drop();
      starts += 1;
      if (starts > maxStarts) throw new NotMeasured(`The server ended ${maxStarts} times during the audit.`);
      connection = await target.connect(options);
      return connection.session;
    },
    connection: () => connection,
    drop,
    close: drop,
  };
}
