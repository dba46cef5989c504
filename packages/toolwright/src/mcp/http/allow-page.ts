import type { IncomingMessage, ServerResponse } from "node:http";

/** So that a browser asks again only once in a while. */
const preflightSeconds = 600;

/**
 * Lets the web page that asks, whose origin was checked before, read the answer. True when the request was the browser's
 * own question whether the page may send, which is hereby answered.
 */
export function allowPage(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return false;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Vary", "Origin");
  response.setHeader("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate");
  if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) return false;
  const wanted = request.headers["access-control-request-headers"];
  response.writeHead(204, {
    "Access-Control-Allow-Methods": "POST, GET, DELETE",
    // Which headers a page sends decides nothing here: the token does.
    ...(wanted === undefined ? {} : { "Access-Control-Allow-Headers": wanted }),
    "Access-Control-Max-Age": preflightSeconds,
  });
  response.end();
  return true;
}
