import { SdkHttpError, StreamableHTTPClientTransport, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { settleWithin } from "../../process/settle-within.ts";
import { limitBody } from "./limit-body.ts";
import { createClient, type Link, type LinkOptions } from "./link.ts";
import { unansweredError } from "./read-message.ts";
import { createRedact, describeUrl, encodeCredentials } from "./redact.ts";
import type { UrlServer } from "./source-options.ts";

const maxBodyBytes = 16 * 1024 * 1024;

/**
 * The SDK's transport with limits. A stream that breaks off or grows too large before it has delivered the answer ends
 * its request at once, which in the SDK would wait for its deadline. Redirects stay within the origin, so that headers
 * do not leak.
 */
class HttpTransport extends StreamableHTTPClientTransport {
  readonly #waiting = new Set<unknown>();
  /** The server has forgotten the session, as after its restart. */
  isForgotten = false;

  constructor(url: URL, headers: Record<string, string>) {
    super(url, {
      requestInit: { headers },
      fetch: async (input, init) => limitBody(await fetch(input, init), maxBodyBytes),
      redirectPolicy: "same-origin",
      onInsufficientScope: "throw",
    });
    // The client calls this listener before its own.
    this.onmessage = (message) => {
      if (!("method" in message)) this.#waiting.delete(message.id);
    };
  }

  override async send(...[message, options]: Parameters<StreamableHTTPClientTransport["send"]>): Promise<void> {
    const id = requestId(message);
    if (id === undefined) return await super.send(message, options);
    this.#waiting.add(id);
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      if (this.#waiting.delete(id))
        this.onmessage?.(unansweredError(id, "The connection broke before the answer was whole."));
    };
    try {
      await super.send(message, { ...options, onRequestStreamEnd });
    } catch (error) {
      this.#waiting.delete(id);
      if (error instanceof SdkHttpError && error.status === 404 && this.sessionId !== undefined)
        this.isForgotten = true;
      throw error;
    }
  }
}

/** How long a server has to end the session. */
const leaveMs = 1_000;

/** A link over Streamable HTTP. */
export function openHttpLink(server: UrlServer, options: LinkOptions): Link {
  const { url, headers } = splitCredentials(server);
  const transport = new HttpTransport(url, headers);
  // Until the client listens, nothing else does.
  transport.onerror = options.onFault;
  let closing: Promise<void> | undefined;

  async function leave(): Promise<void> {
    const farewell = transport.sessionId === undefined ? undefined : transport.terminateSession().catch(() => {});
    if (farewell !== undefined) await settleWithin(farewell, leaveMs);
    await transport.close();
  }

  return {
    address: describeUrl(url),
    redact: createRedact(server),
    async connect({ timeoutMs, signal }) {
      const client = createClient("auto", options);
      await client.connect(transport, { timeout: timeoutMs, signal });
      return client;
    },
    describeEnd: () => (transport.isForgotten ? "no longer knows the session (HTTP 404)." : undefined),
    lastWords: () => "",
    close() {
      closing ??= leave();
      return closing;
    },
  };
}

/** `fetch` refuses credentials in a URL; they are moved to the header. */
function splitCredentials(server: UrlServer): { readonly url: URL; readonly headers: Record<string, string> } {
  const url = new URL(server.url);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  if (username === "" && password === "") return { url, headers: { ...server.headers } };
  return { url, headers: { authorization: `Basic ${encodeCredentials(username, password)}`, ...server.headers } };
}

/** Subscriptions have text ids and manage their streams themselves. */
function requestId(message: JSONRPCMessage | JSONRPCMessage[]): number | undefined {
  if (Array.isArray(message) || !("method" in message) || !("id" in message)) return undefined;
  return typeof message.id === "number" ? message.id : undefined;
}
