import type { Writable } from "node:stream";

export interface MessageWriter {
  /** Nothing is written, and nothing thrown, where the stream is over. */
  write(body: Buffer): void;
}

/**
 * Frames bodies. Before more than `maxUnreadBytes` would wait for a server that does not read, `onUnread` is called
 * instead of writing, so that our memory does not grow with its silence.
 */
export function writeMessages(
  input: Writable,
  maxUnreadBytes: number,
  onUnread: (detail: string) => void,
): MessageWriter {
  return {
    write(body) {
      if (!input.writable) return;
      const unread = input.writableLength;
      // A single large message to a server that reads is no sign of anything.
      if (unread > 0 && unread + body.length > maxUnreadBytes) {
        return onUnread(`it left ${unread} bytes unread; at most ${maxUnreadBytes} may wait`);
      }
      input.cork();
      input.write(`Content-Length: ${body.length}\r\n\r\n`);
      input.write(body);
      input.uncork();
    },
  };
}

/** Throws where the params are no JSON. A member that is undefined is left out: `shutdown` must have no `params`. */
export function encodeMessage(message: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
}
