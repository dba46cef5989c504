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

const maxEndings = 10;

export function openLiveSession(
  { target }: { readonly target: AuditTarget },
  options: ConnectionWish = {},
): LiveSession {
  let connection: ServerConnection | undefined;
  /** By the server's own doing. */
  let endings = 0;

  async function drop(): Promise<void> {
    const old = connection;
    connection = undefined;
    await old?.close();
  }

  return {
    async get() {
      if (connection !== undefined) {
        if (connection.session.wire.ended() === undefined) return connection.session;
        endings += 1;
        await drop();
      }
      if (endings >= maxEndings) throw new NotMeasured(`The server ended ${maxEndings} times during the audit.`);
      try {
        connection = await target.connect(options);
      } catch (error) {
        endings += 1;
        throw error;
      }
      return connection.session;
    },
    connection: () => connection,
    drop,
    close: drop,
  };
}
