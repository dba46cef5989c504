import type { IncomingMessage, ServerResponse } from "node:http";
import { dropSlowReader, stopWatching, unreadLimits, writeOrDrop, type UnreadLimits } from "./slow-readers.ts";

/** The request as the SDK expects it. Its body was already read; its signal aborts when the client hangs up. */
export function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  // The host was checked before and is not needed after: a fixed one cannot be invalid.
  return new Request(new URL(request.url ?? "/", "http://localhost"), {
    method: request.method ?? "GET",
    headers,
    signal,
  });
}

/** Aborts when the client hangs up before its answer is complete. */
export function abortOnHangUp(response: ServerResponse): AbortController {
  const controller = new AbortController();
  const { socket } = response.req;
  const hangUp = (): void => {
    if (!response.writableFinished) controller.abort(new Error("The client hung up."));
  };
  // An answer waiting behind another on the connection is not notified when that closes.
  socket.once("close", hangUp);
  response.once("close", () => {
    socket.off("close", hangUp);
    hangUp();
  });
  return controller;
}

/**
 * Writes the answer, chunk by chunk if it is a stream, and waits until the client has read it or is gone. The SDK's stream
 * buffers without limit, so it is emptied at once, and all unread data is in one place. Nothing is written once
 * `mayWrite` says no; ending the answer is then not up to this function.
 */
export async function sendWebResponse(
  answer: Response,
  response: ServerResponse,
  gone: AbortSignal,
  limits: UnreadLimits = unreadLimits,
  mayWrite: () => Promise<boolean> = async () => true,
): Promise<void> {
  if (!(await mayWrite()) || response.destroyed || gone.aborted) return await answer.body?.cancel();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) return void response.end();
  // What is ready now goes out in one write. A stream may stay silent for long, and the client waits for the headers.
  // Corks the socket rather than the response, which loses what was written before its end (Node 22).
  const { socket } = response.req;
  socket.cork();
  response.flushHeaders();
  setImmediate(() => socket.uncork());
  dropSlowReader(response, limits);
  const reader = answer.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  gone.addEventListener("abort", cancel, { once: true });
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (!(await mayWrite()) || !writeOrDrop(response, piece.value, limits)) break;
    }
    if (response.writableNeedDrain) {
      if (response.writableLength <= limits.waitBytes) {
        dropSlowReader(response, { waitBytes: 0, waitMs: limits.completeMs });
      }
      // Once ended, its connection would count as idle, and a closing server would cut off unread data.
      await drained(response, gone);
    }
  } finally {
    gone.removeEventListener("abort", cancel);
    cancel();
    stopWatching(response);
    response.end();
  }
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      gone.removeEventListener("abort", done);
      resolve();
    };
    if (gone.aborted) return resolve();
    response.on("drain", done);
    gone.addEventListener("abort", done);
  });
}
