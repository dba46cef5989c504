import type { Readable, Writable } from "node:stream";
import { deferred } from "toolwright";
import {
  ServerError,
  type CloseReason,
  type Connection,
  type ConnectionHandlers,
  type WireFaults,
} from "./connection.ts";
import { createIncoming } from "./incoming.ts";
import { createPendingRequests } from "./pending-requests.ts";
import { readMessages } from "./read-messages.ts";

/** The server's streams: what we write to and what we read from. */
export interface ConnectionStreams {
  readonly input: Writable;
  readonly output: Readable;
}

export interface ConnectionLimits {
  readonly maxMessageBytes?: number;
  readonly maxInFlight?: number;
  /** How much may be queued for a server that does not read. */
  readonly maxUnreadBytes?: number;
}

const mebibyte = 2 ** 20;
/** Time for the last answers of a server that no longer accepts input. */
const lastWordsMs = 1000;

/** Speaks JSON-RPC over two streams. The process behind them remains its owner's; at the end its input is closed. */
export function openConnection(
  { input, output }: ConnectionStreams,
  handlers: ConnectionHandlers,
  limits: ConnectionLimits = {},
): Connection {
  const { maxMessageBytes = 64 * mebibyte, maxInFlight = 8, maxUnreadBytes = 64 * mebibyte } = limits;
  let over: CloseReason | undefined;
  let lastWords: NodeJS.Timeout | undefined;
  const { promise: closed, resolve: resolveClosed } = deferred<CloseReason>();

  const writer = writeMessages(input, maxUnreadBytes, (detail) => close({ why: "unresponsive", detail }));
  const send = (body: Buffer): void => {
    if (over === undefined) writer.write(body);
  };
  const notify = (method: string, params?: unknown): void => send(encodeMessage({ method, params }));
  const requests = createPendingRequests(maxInFlight, send, (id) => notify("$/cancelRequest", { id }));
  const incoming = createIncoming({ handlers, requests, reply: (message) => send(encodeMessage(message)) });
  const reader = readMessages({
    maxMessageBytes,
    onMessage: (message) => (Array.isArray(message) ? message.forEach(take) : take(message)),
    onViolation: (detail) => close({ why: "violation", detail }),
  });

  function take(message: unknown): void {
    if (over === undefined) incoming.take(message);
  }

  const onData = (chunk: Uint8Array): void => reader.push(chunk);
  const onOutputEnd = (): void => {
    const middle = reader.unfinished === undefined ? "" : ` in the middle of ${reader.unfinished}`;
    close({ why: "ended", detail: `its output ended${middle}` });
  };
  const onInputEnd = (): void => {
    lastWords ??= setTimeout(() => close({ why: "ended", detail: "it takes no input any more" }), lastWordsMs);
  };

  function close(reason: CloseReason): void {
    if (over !== undefined) return;
    over = reason;
    clearTimeout(lastWords);
    output.off("data", onData).off("end", onOutputEnd).off("close", onOutputEnd).off("error", onOutputEnd);
    input.off("close", onInputEnd).off("error", onInputEnd);
    for (const stream of [input, output]) ignoreErrors(stream);
    // Keep draining the output: a server that is blocked on it could never exit.
    output.resume();
    if (reason.why === "unresponsive") input.destroy();
    else input.end();
    requests.end((method) => new ServerError("closed", `${method} has no answer: ${inWords(reason)}.`));
    resolveClosed(reason);
  }

  output.on("data", onData).on("end", onOutputEnd).on("close", onOutputEnd).on("error", onOutputEnd);
  input.on("close", onInputEnd).on("error", onInputEnd);
  if (output.readableEnded || output.destroyed) onOutputEnd();

  return {
    async request(method, params, options) {
      if (over !== undefined) throw new ServerError("closed", `${method} was not sent: ${inWords(over)}.`);
      return requests.ask(method, (id) => encodeMessage({ id, method, params }), options);
    },
    notify,
    closed,
    get inFlight() {
      return requests.inFlight;
    },
    faults: (): WireFaults => ({
      ...incoming.faults(),
      skippedLines: reader.skippedLines,
      badBodies: reader.badBodies,
    }),
    close,
  };
}

interface MessageWriter {
  /** Does nothing, and does not throw, if the stream has ended. */
  write(body: Buffer): void;
}

/**
 * Frames message bodies. If more than `maxUnreadBytes` would be queued for a server that does not read, calls `onUnread`
 * instead of writing, so that our memory use stays bounded.
 */
function writeMessages(input: Writable, maxUnreadBytes: number, onUnread: (detail: string) => void): MessageWriter {
  return {
    write(body) {
      if (!input.writable) return;
      const unread = input.writableLength;
      // A single large message to a server that reads is no problem.
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

/** Throws if the params cannot be encoded as JSON. Undefined members are left out: `shutdown` must have no `params`. */
function encodeMessage(message: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

function inWords({ why, detail }: CloseReason): string {
  if (why === "closed") return `the connection was closed, ${detail}`;
  if (why === "ended") return `the server is gone, ${detail}`;
  if (why === "unresponsive") return `the server does not react, ${detail}`;
  return `the server sent what is no message, ${detail}`;
}

/** A pending write may fail after the end; without a listener that would crash our process. */
function ignoreErrors(stream: Readable | Writable): void {
  const ignore = (): void => {};
  if (stream.closed) return;
  stream.on("error", ignore);
  stream.once("close", () => stream.off("error", ignore));
}
