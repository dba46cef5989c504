import { isInitializeRequest, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/server";
import { requestIdOf } from "../check-message.ts";
import { cancelledId } from "../open-requests.ts";
import { refusalResponse } from "./refuse.ts";
import type { Session, Sessions } from "./sessions.ts";

/** One answer on its way to the client. */
export interface Exchange {
  /** Who asked. */
  readonly principal: string;
  /** Aborts when the client hangs up before the answer is complete. */
  readonly gone: AbortSignal;
  /** Resolves when the answer was written, or cannot be. */
  readonly finished: Promise<void>;
}

export type LegacyRoute = (
  request: Request,
  message: JSONRPCMessage | undefined,
  exchange: Exchange,
) => Promise<Response>;

const sessionHeader = "mcp-session-id";

/** Routes requests of the legacy era to their sessions. */
export function createLegacyRoute(sessions: Sessions): LegacyRoute {
  return async (request, message, exchange) => {
    const id = request.headers.get(sessionHeader);
    if (id === null && isInitializeRequest(message)) return await openSession(sessions, request, message, exchange);
    if (id === null) return refusalResponse(400, "Send `initialize` first, then the Mcp-Session-Id it gave.", -32_000);
    const session = sessions.get(id, exchange.principal);
    if (session === undefined) {
      return refusalResponse(404, "There is no such session; send `initialize` to open one.", -32_001);
    }
    return await serveIn(session, request, message, exchange);
  };
}

async function openSession(
  sessions: Sessions,
  request: Request,
  message: JSONRPCMessage,
  exchange: Exchange,
): Promise<Response> {
  const session = await sessions.open(exchange.principal);
  if (session === undefined) {
    return refusalResponse(503, "There are too many sessions, all of them at work; try again later.", -32_000);
  }
  const response = await serveIn(session, request, message, exchange);
  if (!response.ok) await session.close();
  return response;
}

async function serveIn(
  session: Session,
  request: Request,
  message: JSONRPCMessage | undefined,
  exchange: Exchange,
): Promise<Response> {
  const bad = message === undefined ? undefined : session.requests.receive(message);
  if (bad !== undefined) return refusalResponse(400, bad.message, bad.code);
  session.lastUsedAt = performance.now();
  const response = await session.transport.handleRequest(request, message === undefined ? {} : { parsedBody: message });
  const id = message === undefined ? undefined : requestIdOf(message);
  if (id !== undefined && !response.ok) session.requests.forget(id);
  const cancelled = message === undefined || !response.ok ? undefined : cancelledId(message);
  // Its answer will never come, and the SDK would keep its stream open.
  if (cancelled !== undefined) session.transport.closeSSEStream(cancelled);
  if (response.body !== null) watchAnswer(session, id, exchange);
  return response;
}

/** Counts the answer while it is written. A client that hangs up can never get it, so its call is cancelled. */
function watchAnswer(session: Session, id: RequestId | undefined, { gone, finished }: Exchange): void {
  session.openAnswers++;
  const hangUp = (): void => {
    if (id !== undefined) cancelRequest(session, id);
  };
  gone.addEventListener("abort", hangUp, { once: true });
  void finished.then(() => {
    gone.removeEventListener("abort", hangUp);
    session.openAnswers--;
    session.lastUsedAt = performance.now();
  });
}

function cancelRequest(session: Session, requestId: RequestId): void {
  const params = { requestId, reason: "The client hung up." };
  const cancelled: JSONRPCMessage = { jsonrpc: "2.0", method: "notifications/cancelled", params };
  session.requests.receive(cancelled);
  session.transport.onmessage?.(cancelled);
}
