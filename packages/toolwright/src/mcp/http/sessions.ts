import { WebStandardStreamableHTTPServerTransport, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { announceChanges } from "../announce.ts";
import { trackRequests, type OpenRequests } from "../open-requests.ts";
import type { ServerDefinition } from "../define-server.ts";
import { buildProtocolServer } from "../protocol-server.ts";

/** One client of the legacy era. */
export interface Session {
  readonly id: string;
  /** Whose session it is; for everyone else it does not exist. */
  readonly principal: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly requests: OpenRequests;
  /** Answers that are being written. While there is one, the client is there. */
  openAnswers: number;
  lastUsedAt: number;
  close(): Promise<void>;
}

export interface Sessions {
  /** Also undefined for sessions of other principals: their existence is not revealed. */
  get(id: string, principal: string): Session | undefined;
  /** Undefined if there are already too many and all of them are busy. */
  open(principal: string): Promise<Session | undefined>;
  count(): number;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
}

export function createSessions(definition: ServerDefinition, { maxSessions, sessionIdleMs }: SessionOptions): Sessions {
  const sessions = new Map<string, Session>();
  const sweep = setInterval(() => void closeIdle(sessionIdleMs), Math.min(sessionIdleMs, 30_000));
  sweep.unref();

  async function closeIdle(idleMs: number): Promise<void> {
    const before = performance.now() - idleMs;
    const idle = [...sessions.values()].filter((session) => session.openAnswers === 0 && session.lastUsedAt <= before);
    await Promise.all(idle.map((session) => session.close()));
  }

  /** A client that crashed never says goodbye: the one silent longest, of those who hold most, makes room. */
  async function makeRoom(): Promise<boolean> {
    if (sessions.size < maxSessions) return true;
    const held = new Map<string, number>();
    for (const { principal } of sessions.values()) held.set(principal, (held.get(principal) ?? 0) + 1);
    const share = ({ principal }: Session): number => held.get(principal) ?? 0;
    const [oldest] = [...sessions.values()]
      .filter((session) => session.openAnswers === 0)
      .toSorted((left, right) => share(right) - share(left) || left.lastUsedAt - right.lastUsedAt);
    await oldest?.close();
    return oldest !== undefined;
  }

  return {
    get(id, principal) {
      const session = sessions.get(id);
      return session?.principal === principal ? session : undefined;
    },
    async open(principal) {
      if (!(await makeRoom())) return undefined;
      const session = await openSession(definition, principal, (id) => sessions.delete(id));
      sessions.set(session.id, session);
      return session;
    },
    count: () => sessions.size,
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}

async function openSession(
  definition: ServerDefinition,
  principal: string,
  onClose: (id: string) => void,
): Promise<Session> {
  const id = crypto.randomUUID();
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
  const connection = buildProtocolServer(definition, "legacy", { host: "mcp-http", session: id, principal });
  const requests = trackRequests();
  const stopAnnouncing = announceChanges(connection);
  connection.server.onclose = () => {
    stopAnnouncing();
    onClose(id);
  };
  await connection.server.connect(transport);
  watchAnswers(transport, requests);
  return {
    id,
    principal,
    transport,
    requests,
    openAnswers: 0,
    lastUsedAt: performance.now(),
    close: async () => await connection.server.close(),
  };
}

function watchAnswers(transport: WebStandardStreamableHTTPServerTransport, requests: OpenRequests): void {
  const send = transport.send.bind(transport);
  transport.send = async (message: JSONRPCMessage, options) => {
    requests.sent(message);
    await send(message, options);
  };
}
