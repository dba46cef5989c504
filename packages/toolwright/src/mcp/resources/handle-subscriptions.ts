import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Connection } from "../connection.ts";

/** A client that watches more is mistaken or means harm. */
const maxSubscriptions = 1_000;
const maxUriLength = 8_192;
const subscribed = new WeakMap<Connection, Set<string>>();

/** The legacy era's subscriptions live with their connection; the modern era's are streams that the SDK serves. */
export function handleSubscriptions(connection: Connection): void {
  const uris = new Set<string>();
  subscribed.set(connection, uris);
  connection.server.setRequestHandler("resources/subscribe", ({ params }) => {
    if (params.uri.length > maxUriLength) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `An address has at most ${maxUriLength} characters.`);
    }
    if (uris.size >= maxSubscriptions && !uris.has(params.uri)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidRequest,
        `This connection watches ${maxSubscriptions} resources already; unsubscribe from some first.`,
      );
    }
    uris.add(params.uri);
    return {};
  });
  connection.server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    uris.delete(params.uri);
    return {};
  });
}

export function isSubscribed(connection: Connection, uri: string): boolean {
  return subscribed.get(connection)?.has(uri) ?? false;
}
