import { settleWithin } from "../../process/settle-within.ts";
import { createClient } from "./create-client.ts";
import { HttpTransport } from "./http-transport.ts";
import type { Link, LinkOptions } from "./link.ts";
import { createRedact, describeUrl, encodeCredentials } from "./redact.ts";
import type { UrlServer } from "./source-options.ts";

/** A server that does not take leave is left. */
const leaveMs = 1_000;

/** A link over Streamable HTTP. */
export function openHttpLink(server: UrlServer, options: LinkOptions): Link {
  const { url, headers } = splitCredentials(server);
  const transport = new HttpTransport(url, headers);
  // Before the client listens, nobody else does.
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
    describeEnd: () => undefined,
    lastWords: () => "",
    close() {
      closing ??= leave();
      return closing;
    },
  };
}

/** Credentials in an address are refused by `fetch`; they go where they belong. */
function splitCredentials(server: UrlServer): { readonly url: URL; readonly headers: Record<string, string> } {
  const url = new URL(server.url);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  if (username === "" && password === "") return { url, headers: { ...server.headers } };
  return { url, headers: { authorization: `Basic ${encodeCredentials(username, password)}`, ...server.headers } };
}
