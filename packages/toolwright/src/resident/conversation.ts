import type { Socket } from "node:net";
import { createFrameReader, type Frame, frameHeader, frameKinds } from "./frames.ts";
import { ResidentError } from "./resident-error.ts";

/** What one side says: any JSON value, or bytes as they are. */
export type Message =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "bytes"; readonly bytes: Buffer };

/**
 * One conversation between a client and the resident process: messages in both directions, in order. Either side may end it at any
 * time, which cancels what it asked for. A conversation beside it is another connection.
 */
export interface Conversation {
  /** Aborts when the connection is over, with the reason: a ResidentError "lost", unless the other side ended it in order. */
  readonly closed: AbortSignal;
  /** The next message; undefined once the other side has ended in order. Rejects with a ResidentError if the connection broke. */
  receive(): Promise<Message | undefined>;
  /** Resolves when there is room for more: the other side reads. */
  send(value: unknown): Promise<void>;
  sendBytes(bytes: Uint8Array): Promise<void>;
  /** Resolves when the other side has answered, which it does whatever else it does. */
  ping(): Promise<void>;
  /** Ends in order, after everything that was sent. */
  end(): Promise<void>;
  /** Ends at once. */
  destroy(): void;
}

export interface Wire extends Conversation {
  /** What the other side may send once it has proven who it is. */
  allow(maxBytes: number): void;
}

export const maxMessageBytes = 16 * 1024 * 1024;
/** Once so much has arrived that nobody has asked for, no more is read. */
const maxWaitingBytes = 1024 * 1024;
/** A side that reads nothing for so long is taken for gone. */
const defaultUnreadMs = 10 * 60_000;
const endMs = 10_000;

interface Waiter<Value> {
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** What has arrived may still be received when it is over. */
type State = { readonly is: "open" } | { readonly is: "over"; readonly error: ResidentError | undefined };

// oxlint-disable-next-line max-lines-per-function -- one conversation; its parts share the socket and its state
export function openConversation(
  socket: Socket,
  options: { readonly maxBytes: number; readonly unreadMs?: number },
): Wire {
  const { unreadMs = defaultUnreadMs } = options;
  let { maxBytes } = options;
  /** Before the proof, each side only greets. */
  let isGreeting = true;
  let state: State = { is: "open" };
  const queue: { readonly message: Message; readonly size: number }[] = [];
  let waitingBytes = 0;
  let reader: Waiter<Message | undefined> | undefined;
  const pings: Waiter<void>[] = [];
  const closed = new AbortController();
  const readFrames = createFrameReader(() => maxBytes);

  socket.setNoDelay(true);
  socket.on("data", (chunk: Buffer) => {
    try {
      for (const frame of readFrames(chunk)) take(frame);
    } catch (error) {
      finish(error instanceof ResidentError ? error : lost(error));
    }
  });
  socket.on("error", (error) => finish(lost(error)));
  // Whoever is killed says nothing; only an end in order comes with its own frame.
  socket.on("end", () => finish(lost()));
  socket.on("close", () => finish(lost()));

  function take({ kind, payload }: Frame): void {
    if (state.is !== "open") return;
    if (isGreeting && kind !== frameKinds.json && kind !== frameKinds.end) {
      throw new ResidentError("bad_message", `A message of kind ${kind} came before the greeting.`);
    }
    if (kind === frameKinds.json) return deliver({ kind: "json", value: parse(payload) }, payload.length);
    if (kind === frameKinds.bytes) return deliver({ kind: "bytes", bytes: payload }, payload.length);
    if (kind === frameKinds.ping) return answerPing();
    if (kind === frameKinds.pong) return pings.shift()?.resolve();
    if (kind !== frameKinds.end) throw new ResidentError("bad_message", `There is no kind ${kind} of message.`);
    finish(undefined);
  }

  function deliver(message: Message, size: number): void {
    if (reader !== undefined) {
      reader.resolve(message);
      reader = undefined;
      return;
    }
    queue.push({ message, size });
    waitingBytes += size;
    if (waitingBytes > maxWaitingBytes) socket.pause();
  }

  function finish(error: ResidentError | undefined): void {
    if (state.is === "over") return;
    state = { is: "over", error };
    socket.destroy();
    const reason = error ?? lost("the other side ended it");
    if (error === undefined) reader?.resolve(undefined);
    else reader?.reject(error);
    reader = undefined;
    for (const ping of pings.splice(0)) ping.reject(reason);
    closed.abort(reason);
  }

  /** Without waiting for room: who sends pings and reads nothing is taken for gone instead. */
  function answerPing(): void {
    if (socket.writableLength > maxMessageBytes + maxWaitingBytes) return finish(lost("the other side reads nothing"));
    socket.write(frameHeader(frameKinds.pong, 0));
  }

  async function write(kind: number, payload: Uint8Array): Promise<void> {
    if (state.is === "over") throw state.error ?? lost();
    if (payload.length > maxMessageBytes) {
      throw new ResidentError(
        "bad_message",
        `A message of ${payload.length} bytes is too large; ${maxMessageBytes} is the limit.`,
      );
    }
    socket.cork();
    socket.write(frameHeader(kind, payload.length));
    const hasRoom = socket.write(payload);
    socket.uncork();
    if (!hasRoom && socket.writableNeedDrain) await untilRoom();
  }

  async function untilRoom(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const settle = (work: () => void) => (): void => {
        clearTimeout(timer);
        socket.off("drain", onDrain);
        closed.signal.removeEventListener("abort", onClosed);
        work();
      };
      const onDrain = settle(resolve);
      const onClosed = settle(() => reject(closed.signal.reason));
      const timer = setTimeout(() => finish(lost("the other side reads nothing")), unreadMs);
      timer.unref();
      socket.once("drain", onDrain);
      closed.signal.addEventListener("abort", onClosed, { once: true });
      if (closed.signal.aborted) onClosed();
    });
  }

  return {
    closed: closed.signal,
    allow(bytes) {
      isGreeting = false;
      maxBytes = bytes;
    },
    async receive() {
      const next = queue.shift();
      if (next !== undefined) {
        waitingBytes -= next.size;
        if (waitingBytes <= maxWaitingBytes) socket.resume();
        return next.message;
      }
      if (state.is === "over") {
        if (state.error !== undefined) throw state.error;
        return undefined;
      }
      if (reader !== undefined) throw new TypeError("Only one may receive at a time.");
      return await new Promise<Message | undefined>((resolve, reject) => {
        reader = { resolve, reject };
      });
    },
    send: async (value) => await write(frameKinds.json, Buffer.from(JSON.stringify(value))),
    sendBytes: async (bytes) => await write(frameKinds.bytes, bytes),
    async ping() {
      const answered = new Promise<void>((resolve, reject) => pings.push({ resolve, reject }));
      answered.catch(() => {});
      await write(frameKinds.ping, Buffer.alloc(0));
      await answered;
    },
    async end() {
      if (state.is === "over") return;
      // Whoever does not read this is not waited for.
      const timer = setTimeout(() => finish(lost("the other side reads nothing")), endMs);
      await write(frameKinds.end, Buffer.alloc(0)).catch(() => {});
      await new Promise<void>((resolve) => {
        if (closed.signal.aborted) return resolve();
        closed.signal.addEventListener("abort", () => resolve(), { once: true });
        socket.end(() => resolve());
      });
      clearTimeout(timer);
      finish(undefined);
    },
    destroy: () => finish(lost("this side ended it")),
  };
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch (error) {
    throw new ResidentError("bad_message", "A message is no JSON.", error);
  }
}

function lost(cause?: unknown): ResidentError {
  const why = typeof cause === "string" ? ` (${cause})` : cause instanceof Error ? ` (${cause.message})` : "";
  return new ResidentError("lost", `The connection broke${why}.`, cause);
}
