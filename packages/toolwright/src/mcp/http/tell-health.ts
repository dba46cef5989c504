import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse } from "./refuse.ts";

/** For load balancers and the like: they have no token, and learn nothing else. */
export function tellHealth(request: IncomingMessage, response: ServerResponse, closing: boolean): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    return refuse(response, 405, "Ask for the health with GET.");
  }
  response.writeHead(closing ? 503 : 200, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ status: closing ? "closing" : "ok" }));
}
