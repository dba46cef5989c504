import type { Client } from "@modelcontextprotocol/client";
import { raceSignal } from "../../tool/race-signal.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { Link } from "./link.ts";

/** A server that answers, or did until it ended. */
export interface ServerLink {
  readonly link: Link;
  readonly client: Client;
}

/** The server of a source. The first call after its end starts it again. */
export interface LiveServer {
  /** The connection for a call. Rejects if the server has ended too often in too short a time, or cannot be started. */
  connect(signal: AbortSignal): Promise<ServerLink>;
  /** The latest connection, whether the server has ended or not. */
  latest(): ServerLink;
  close(): Promise<void>;
}

type State =
  | { readonly kind: "connected"; readonly connection: ServerLink }
  /** `problem`: how it ended, or why it could not be started again, as the end of a sentence. */
  | { readonly kind: "ended"; readonly last: ServerLink; readonly problem: string }
  | { readonly kind: "starting"; readonly last: ServerLink; readonly next: Promise<ServerLink> };

/** A server that served for so long is healthy, whatever was before. */
const healthyMs = 60_000;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** Keeps a server alive from its first connection on. `start` opens another one; without it, an end is final. */
export function keepAlive(
  source: string,
  first: ServerLink,
  start: (() => Promise<ServerLink>) | undefined,
  now: () => number,
): LiveServer {
  let state: State = { kind: "connected", connection: first };
  let startedAt = now();
  let restarts = 0;

  async function restart(last: ServerLink, open: () => Promise<ServerLink>): Promise<ServerLink> {
    restarts += 1;
    try {
      await last.link.close();
      const connection = await open();
      state = { kind: "connected", connection };
      return connection;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      state = { kind: "ended", last, problem: `could not be started again: ${problem}` };
      throw new ToolError("server_ended", `The server ${source} ${state.problem}`, { retryable: true, cause: error });
    } finally {
      startedAt = now();
    }
  }

  function findWait(): number {
    if (now() - startedAt >= healthyMs) restarts = 0;
    const wait = restarts === 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (restarts - 1));
    return startedAt + wait - now();
  }

  return {
    async connect(signal) {
      if (state.kind === "connected") {
        const { connection } = state;
        const problem = connection.link.describeEnd();
        if (problem === undefined || start === undefined) return connection;
        state = { kind: "ended", last: connection, problem };
      }
      if (state.kind === "ended" && start !== undefined) {
        const { last, problem } = state;
        const waitMs = findWait();
        if (waitMs > 0) throw endedTooOften(source, problem, waitMs);
        const next = restart(last, start);
        next.catch(() => {});
        state = { kind: "starting", last, next };
      }
      return state.kind === "starting" ? await raceSignal(signal, state.next) : latestOf(state);
    },
    latest: () => latestOf(state),
    async close() {
      // What is being started is closed too.
      if (state.kind === "starting") await state.next.catch(() => {});
      await latestOf(state).link.close();
    },
  };
}

function latestOf(state: State): ServerLink {
  return state.kind === "connected" ? state.connection : state.last;
}

function endedTooOften(source: string, end: string, waitMs: number): ToolError {
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `The server ${source} ${end}\nThe call was not sent. The server is started again after ${seconds} s; call again then.`;
  return new ToolError("server_ended", message, { retryable: true });
}
