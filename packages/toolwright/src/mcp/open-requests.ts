import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";
import { isJsonObject } from "../tool/schema.ts";
import { requestIdOf, type BadMessage } from "./check-message.ts";

/** The requests of one connection that wait for an answer, so that no id is used twice at a time. */
export interface OpenRequests {
  /** Undefined if the message may pass; otherwise what is wrong with it. */
  receive(message: JSONRPCMessage): BadMessage | undefined;
  /** It was refused after all. */
  forget(id: RequestId): void;
  /** Must be called with every outgoing message. */
  sent(message: JSONRPCMessage): void;
}

export function trackRequests(): OpenRequests {
  const open = new Set<RequestId>();
  return {
    receive(message) {
      const id = requestIdOf(message);
      if (id === undefined) {
        const cancelled = cancelledId(message);
        // It gets no answer, so nothing else would free its id.
        if (cancelled !== undefined) open.delete(cancelled);
        return undefined;
      }
      if (open.has(id)) {
        return { code: -32_600, message: `The id ${JSON.stringify(id)} belongs to a request that is still open.` };
      }
      open.add(id);
      return undefined;
    },
    forget: (id) => void open.delete(id),
    sent(message) {
      if (!("method" in message) && message.id !== undefined) open.delete(message.id);
    },
  };
}

/** The request that a message cancels; undefined for everything else. */
export function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled" || !isJsonObject(message.params)) return;
  const id = message.params["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
