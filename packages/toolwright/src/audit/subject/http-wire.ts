import { settleWithin } from "../../process/settle-within.ts";
import { isJsonObject } from "../../tool/schema.ts";
import { limitBody } from "../../mcp/client/limit-body.ts";
import { parseJson } from "../parse-json.ts";
import { readEvents } from "./read-events.ts";
import { createBeside, createWaiting, isTooDeep, noteUnasked, tooDeep, type Wire } from "./wire.ts";

/** A server that runs already. */
export interface UrlOptions {
  readonly url: string;
  /** Sent with every request, such as a token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborting ends every request. */
  readonly signal?: AbortSignal;
}

const maxBodyBytes = 32 * 1024 * 1024;
const leaveMs = 1_000;

/** One session over Streamable HTTP: each message in a request of its own. */
export function openHttpWire(server: UrlOptions): Wire {
  const waiting = createWaiting();
  const beside = createBeside();
  const poster = createPoster(server);
  let end: string | undefined;

  function receive(message: unknown): void {
    if (!isJsonObject(message)) return;
    if (isTooDeep(message)) return waiting.fail(message["id"], tooDeep);
    if (noteUnasked(beside, message)) return;
    waiting.answer(message["id"], message);
  }

  async function exchange(id: number, body: string, more: Readonly<Record<string, string>> | undefined): Promise<void> {
    try {
      const response = await poster.post(body, more);
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
      if (isStream && response.body !== null) await readEvents(response.body, (data) => receive(parseJson(data)));
      else receiveWhole(id, response.status, await response.text());
      waiting.fail(id, `HTTP ${response.status}, and the stream ended without an answer`);
    } catch (error) {
      waiting.fail(id, describeFault(error));
    }
  }

  function receiveWhole(id: number, status: number, text: string): void {
    const message = parseJson(text);
    // An error about the request as a whole may have no id.
    if (isJsonObject(message) && "error" in message) return receive({ ...message, id });
    if (status >= 400 || message === undefined) return waiting.fail(id, `HTTP ${status}: ${text.slice(0, 200)}`);
    receive(message);
  }

  return {
    transport: "http",
    beside,
    open(method, params, options) {
      const request = waiting.open(options.timeoutMs);
      void exchange(request.id, JSON.stringify({ jsonrpc: "2.0", id: request.id, method, params }), options.headers);
      return request;
    },
    notify(method, params) {
      void poster.post(JSON.stringify({ jsonrpc: "2.0", method, params })).then(
        (response) => response.body?.cancel(),
        () => {},
      );
    },
    sendRaw: () => {},
    ended: () => end,
    async close() {
      end ??= "the audit ended it";
      await poster.leave();
      waiting.end(end);
    },
  };
}

interface Poster {
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Ends the session and every request. */
  leave(): Promise<void>;
}

function createPoster({ url, headers = {}, signal }: UrlOptions): Poster {
  const over = new AbortController();
  let sessionId: string | undefined;
  const session = (): Record<string, string> => (sessionId === undefined ? {} : { "mcp-session-id": sessionId });
  return {
    async post(body, more = {}) {
      const response = await fetch(url, {
        method: "POST",
        body,
        signal: signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
        redirect: "error",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          ...session(),
          ...headers,
          ...more,
        },
      });
      sessionId ??= response.headers.get("mcp-session-id") ?? undefined;
      return limitBody(response, maxBodyBytes);
    },
    async leave() {
      if (sessionId !== undefined) {
        const farewell = fetch(url, {
          method: "DELETE",
          signal: over.signal,
          redirect: "error",
          headers: { ...headers, ...session() },
        });
        const done = farewell.then(
          (response) => response.body?.cancel(),
          () => {},
        );
        await settleWithin(done, leaveMs);
      }
      over.abort();
    },
  };
}

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
