import { StreamableHTTPClientTransport, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { limitBody } from "./limit-body.ts";
import { unansweredError } from "./read-message.ts";

const maxBodyBytes = 16 * 1024 * 1024;

/**
 * The SDK's transport with limits. A stream that breaks off or grows without end before it has brought the answer ends
 * its request at once, which in the SDK would wait for its deadline. Redirects stay within the origin, so that headers
 * do not travel.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #waiting = new Set<unknown>();

  constructor(url: URL, headers: Record<string, string>) {
    super(url, {
      requestInit: { headers },
      fetch: async (input, init) => limitBody(await fetch(input, init), maxBodyBytes),
      redirectPolicy: "same-origin",
      onInsufficientScope: "throw",
    });
    // The client keeps this listener in front of its own.
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
      throw error;
    }
  }
}

/** Subscriptions have ids of text and look after their streams themselves. */
function requestId(message: JSONRPCMessage | JSONRPCMessage[]): number | undefined {
  if (Array.isArray(message) || !("method" in message) || !("id" in message)) return undefined;
  return typeof message.id === "number" ? message.id : undefined;
}
