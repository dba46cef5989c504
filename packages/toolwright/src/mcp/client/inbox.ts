import { setImmediate as nextTurn } from "node:timers/promises";
import type { JSONRPCMessage, JSONRPCNotification } from "@modelcontextprotocol/client";

export interface Inbox {
  /** Knows from what we send which calls are open: progress of any other is dropped. */
  sent(message: JSONRPCMessage): void;
  add(message: JSONRPCMessage): void;
  /** Settles when everything that was added has been handed on. */
  emptied(): Promise<void>;
}

/**
 * Hands messages on as they come, so that a server is read no faster than its messages are handled. The SDK handles an
 * answer at once and progress a moment later, so that the last progress of a call would come after its end: only answers
 * wait, and only for that moment, however much progress comes.
 */
export function createInbox(deliver: (message: JSONRPCMessage) => void): Inbox {
  /** The SDK takes the id of a request for its token. */
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
