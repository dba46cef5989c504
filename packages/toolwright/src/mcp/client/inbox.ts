import { setImmediate as nextTurn } from "node:timers/promises";
import type { JSONRPCMessage, JSONRPCNotification } from "@modelcontextprotocol/client";

export interface Inbox {
  /** Tracks open calls by what we send: progress for any other is dropped. */
  sent(message: JSONRPCMessage): void;
  add(message: JSONRPCMessage): void;
  /** Settles when everything that was added has been delivered. */
  emptied(): Promise<void>;
}

/**
 * Delivers messages as they arrive, so that a server is read no faster than its messages are handled. The SDK handles an
 * answer at once but progress a moment later, so the last progress of a call would come after its end: only answers
 * wait, and only for that moment, however much progress arrives.
 */
export function createInbox(deliver: (message: JSONRPCMessage) => void): Inbox {
  /** The SDK uses the id of a request as its progress token. */
  const open = new Set<unknown>();
  const answers: JSONRPCMessage[] = [];
  let moment: Promise<void> | undefined;

  async function passMoment(): Promise<void> {
    await nextTurn();
    moment = undefined;
    for (const answer of answers.splice(0)) handOn(answer);
  }

  function handOn(message: JSONRPCMessage): void {
    if (isAnswer(message)) open.delete(message.id);
    deliver(message);
  }

  return {
    sent(message) {
      if (isAnswer(message)) return;
      if (message.method === "notifications/cancelled") open.delete(message.params?.["requestId"]);
      const token = message.params?._meta?.progressToken;
      if (token !== undefined) open.add(token);
    },
    add(message) {
      if (isProgress(message)) {
        if (!open.has(message.params?.["progressToken"])) return;
        moment ??= passMoment();
      }
      if (isAnswer(message) && moment !== undefined) answers.push(message);
      else handOn(message);
    },
    emptied: async () => await moment,
  };
}

function isAnswer(message: JSONRPCMessage): message is Exclude<JSONRPCMessage, { method: string }> {
  return !("method" in message);
}

function isProgress(message: JSONRPCMessage): message is JSONRPCNotification {
  return "method" in message && !("id" in message) && message.method === "notifications/progress";
}
