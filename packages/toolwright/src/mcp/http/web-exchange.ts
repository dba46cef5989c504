import type { IncomingMessage, ServerResponse } from "node:http";

/** The request as the SDK wants it. Its body was read already; its signal aborts when the client hangs up. */
export function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  // The host was checked before and is of no use after: a fixed one cannot be made invalid.
  return new Request(new URL(request.url ?? "/", "http://localhost"), {
    method: request.method ?? "GET",
    headers,
    signal,
  });
}

/** Aborts when the client hangs up before its answer is complete. */
export function abortOnHangUp(response: ServerResponse): AbortController {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort(new Error("The client hung up."));
  });
  return controller;
}

/** Writes the answer, piece by piece where it is a stream, as fast as the client reads. */
export async function sendWebResponse(answer: Response, response: ServerResponse, gone: AbortSignal): Promise<void> {
  if (response.destroyed) return await answer.body?.cancel();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) return void response.end();
  // What is ready now goes out in one write. A stream may stay silent for long, and the client waits for the headers.
  response.cork();
  response.flushHeaders();
  setImmediate(() => response.uncork());
  const reader = answer.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  gone.addEventListener("abort", cancel, { once: true });
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (!response.write(piece.value)) await drained(response, gone);
    }
  } finally {
    gone.removeEventListener("abort", cancel);
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
