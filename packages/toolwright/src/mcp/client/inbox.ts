import { setImmediate as nextTurn } from "node:timers/promises";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";

export interface Inbox {
  add(message: JSONRPCMessage): void;
  /** Settles when everything that was added has been handed on. */
  emptied(): Promise<void>;
}

/**
 * Hands messages on in their order. The SDK handles an answer at once and a notification a moment later, so that the
 * last progress of a call would come after its end: whatever follows a notification waits for that moment.
 */
export function createInbox(deliver: (message: JSONRPCMessage) => void): Inbox {
  const waiting: JSONRPCMessage[] = [];
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    await nextTurn();
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      deliver(message);
      if (isNotification(message)) await nextTurn();
    }
    draining = undefined;
  }

  return {
    add(message) {
      if (draining !== undefined) return void waiting.push(message);
      deliver(message);
      if (isNotification(message)) draining = drain();
    },
    emptied: async () => await draining,
  };
}

function isNotification(message: JSONRPCMessage): boolean {
  return "method" in message && !("id" in message);
}
