import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler, isLegacyRequest, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { settleWithin } from "../../process/settle-within.ts";
import { deferred } from "../../tool/deferred.ts";
import type { Change } from "../changes.ts";
import type { ServerDefinition } from "../define-server.ts";
import { buildProtocolServer } from "../protocol-server.ts";
import { reportSdkError } from "../sdk-faults.ts";
import { createAdmissions, refuseToken } from "./admissions.ts";
import type { BearerCheck } from "./bearer.ts";
import type { SiteCheck } from "./site-check.ts";
import { createLegacyRoute } from "./legacy-route.ts";
import { readMessage } from "./read-message.ts";
import { refuse } from "./refuse.ts";
import { checkHeaders } from "./request-checks.ts";
import { createSessions, type SessionOptions } from "./sessions.ts";
import { unreadLimits } from "./slow-readers.ts";
import { abortOnHangUp, sendWebResponse, toWebRequest } from "./web-exchange.ts";

/** How long a browser may cache the preflight answer. */
const preflightSeconds = 600;

export interface EndpointOptions extends SessionOptions {
  readonly path: string;
  readonly bearer: BearerCheck;
  readonly site: SiteCheck;
  readonly maxBodyBytes: number;
}

export interface Endpoint {
  serve(request: IncomingMessage, response: ServerResponse): void;
  sessionCount(): number;
  close(graceMs: number): Promise<void>;
}

/** Checks who asks, then what was sent, then passes it to its era. */
// oxlint-disable-next-line max-lines-per-function -- the steps of one exchange, in order
export function createEndpoint(definition: ServerDefinition, options: EndpointOptions): Endpoint {
  const { bearer, site, path, maxBodyBytes } = options;
  const sessions = createSessions(definition, options);
  const serveLegacy = createLegacyRoute(sessions);
  const admissions = createAdmissions(bearer);
  // Without sessions, whatever is kept can only be bound to the principal.
  const modernSessions = `http-${crypto.randomUUID()}/`;
  const modern = createMcpHandler(
    ({ authInfo }) => {
      if (authInfo === undefined) throw new Error("A modern request came without its principal.");
      const { clientId: principal } = authInfo;
      const caller = { host: "mcp-http", session: `${modernSessions}${principal}`, principal };
      return checkHeaders(buildProtocolServer(definition, "modern", caller));
    },
    { legacy: "reject", onerror: reportSdkError(definition) },
  );
  const stopAnnouncing = definition.onChange((change) => publish(modern.notify, change));
  const atWork = new Set<Promise<void>>();
  let closing = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = site(request.headers);
    if (foreign !== undefined) return refuse(response, 403, foreign);
    if (allowPage(request, response)) return;
    const pathname = pathOf(request.url ?? "/");
    if (pathname === "/health") return tellHealth(request, response, closing);
    if (pathname !== path) return refuse(response, 404, `There is nothing at ${pathname}; MCP is at ${path}.`);
    const { authorization } = request.headers;
    const principal = await admissions.principalOf(authorization);
    if (principal === undefined) {
      return refuseToken(response, authorization === undefined ? "The token is missing" : "That token is not valid");
    }
    if (closing) return refuse(response, 503, "The server is shutting down.");
    const methods = methodsOf(request.headers["mcp-protocol-version"]);
    if (!methods.includes(request.method ?? "")) {
      response.setHeader("Allow", methods.join(", "));
      return refuse(response, 405, `Use ${methods.join(" or ")}.`);
    }
    const message = request.method === "POST" ? await readMessage(request, response, maxBodyBytes) : undefined;
    if (response.headersSent) return;
    const handed = hand(request, response, principal, message);
    // Closing the server does not wait for streams that only listen for changes.
    if (message !== undefined && !isListening(message)) track(handed);
    await handed;
  }

  function track(handed: Promise<void>): void {
    const work = handed.catch(() => {}).finally(() => atWork.delete(work));
    atWork.add(work);
  }

  async function hand(
    request: IncomingMessage,
    response: ServerResponse,
    principal: string,
    message: JSONRPCMessage | undefined,
  ): Promise<void> {
    const hangUp = abortOnHangUp(response);
    const { signal: gone } = hangUp;
    const { authorization } = request.headers;
    const cancel = (reason: Error): void => hangUp.abort(reason);
    const admission = admissions.admit({ authorization, principal, response, cancel });
    const { promise: finished, resolve: finish } = deferred();
    try {
      // Its body may have taken a while.
      if (!(await admission.holds())) return;
      const web = toWebRequest(request, gone);
      const legacy = await isLegacyRequest(web, message);
      const reply = legacy
        ? await serveLegacy(web, message, { principal, gone, finished })
        : await modern.fetch(web, {
            authInfo: { token: "", clientId: principal, scopes: [] },
            ...(message === undefined ? {} : { parsedBody: message }),
          });
      await sendWebResponse(reply, response, gone, unreadLimits, admission.holds);
    } finally {
      admission.end();
      finish();
    }
  }

  async function serveOne(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await answer(request, response);
    } catch (error) {
      if (response.destroyed) return;
      definition.onFault(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "The server failed; its log has the detail.", -32_603);
    }
  }

  return {
    serve: (request, response) => void serveOne(request, response),
    sessionCount: sessions.count,
    async close(graceMs) {
      closing = true;
      stopAnnouncing();
      await settleWithin(Promise.all(atWork), graceMs);
      admissions.close();
      definition.tasks?.store.endSessions((session) => session.startsWith(modernSessions));
      await Promise.all([sessions.close(), modern.close()]);
    },
  };
}

/** All of it, if the target is not a valid URL, such as "//". */
function pathOf(target: string): string {
  return URL.canParse(target, "http://localhost") ? new URL(target, "http://localhost").pathname : target;
}

/** Opening streams and ending sessions belongs to the legacy era. */
function methodsOf(version: string | string[] | undefined): readonly string[] {
  return typeof version === "string" && version >= firstModernVersion ? ["POST"] : ["POST", "GET", "DELETE"];
}

const firstModernVersion = "2026-07-28";

function isListening(message: JSONRPCMessage): boolean {
  return "method" in message && message.method === "subscriptions/listen";
}

function publish(notify: ReturnType<typeof createMcpHandler>["notify"], change: Change): void {
  switch (change.kind) {
    case "tools":
      return notify.toolsChanged();
    case "prompts":
      return notify.promptsChanged();
    case "resources":
      return notify.resourcesChanged();
    case "resource":
      return notify.resourceUpdated(change.uri);
  }
}

/** For load balancers and the like: they have no token, and learn nothing else. */
function tellHealth(request: IncomingMessage, response: ServerResponse, closing: boolean): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    return refuse(response, 405, "Ask for the health with GET.");
  }
  response.writeHead(closing ? 503 : 200, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ status: closing ? "closing" : "ok" }));
}

/**
 * Lets the requesting web page, whose origin was checked before, read the answer. True if the request was the browser's
 * preflight, which is answered here.
 */
function allowPage(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return false;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Vary", "Origin");
  response.setHeader("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate");
  if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) return false;
  const wanted = request.headers["access-control-request-headers"];
  response.writeHead(204, {
    "Access-Control-Allow-Methods": "POST, GET, DELETE",
    // The headers that a page sends decide nothing here: the token does.
    ...(wanted === undefined ? {} : { "Access-Control-Allow-Headers": wanted }),
    "Access-Control-Max-Age": preflightSeconds,
  });
  response.end();
  return true;
}
