import type { IncomingMessage, ServerResponse } from "node:http";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { checkMessage } from "../check-message.ts";
import { refuse, refuseMessage } from "./refuse.ts";

/** The message of a POST; undefined when it was refused, which the client has been told by then. */
export async function readMessage(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<JSONRPCMessage | undefined> {
  const [type = ""] = (request.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    refuse(response, 415, "Send JSON, with `Content-Type: application/json`.");
    return undefined;
  }
  const body = await readBody(request, maxBytes);
  if (body === undefined) {
    response.setHeader("Connection", "close");
    refuse(response, 413, `The request has more than ${maxBytes} bytes.`);
    return undefined;
  }
  const checked = checkMessage(body);
  if ("message" in checked) return checked.message;
  refuseMessage(response, 400, checked.bad);
  return undefined;
}

/**
 * The whole body, or undefined when it is too long. One that is somewhat too long is read to its end and dropped: a
 * client that is still writing when the connection closes never sees why.
 */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const mostBytes = maxBytes * 4;
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}

export interface UnreadLimits {
  /** So many bytes may wait for a client for as long as it likes. */
  readonly waitBytes: number;
  /** How long a client for which more waits may take nothing of it; up to twice as long, as the system counts. */
  readonly waitMs: number;
  /** The same for an answer that is complete, however little of it waits: nothing but the client holds it up. */
  readonly completeMs: number;
  /** While so many bytes wait nothing is added. */
  readonly maxBytes: number;
}

export const unreadLimits: UnreadLimits = {
  waitBytes: 16 * 1024 * 1024,
  waitMs: 10_000,
  completeMs: 60_000,
  maxBytes: 64 * 1024 * 1024,
};

/** Hangs up on a client that does not read, which cancels its call. */
export function letGoUnread(
  response: ServerResponse,
  { waitBytes, waitMs }: Pick<UnreadLimits, "waitBytes" | "waitMs">,
): void {
  // The socket's timeout and no timer of ours: it sees when a part of a long write was taken.
  response.setTimeout(waitMs, () => {
    if (response.writableLength > waitBytes) hangUp(response);
    else response.setTimeout(waitMs);
  });
}

/** The socket may carry further answers, which have their own time. */
export function stopWatching(response: ServerResponse): void {
  response.setTimeout(0);
  response.req.socket.setTimeout(0);
}

/** Adds to what waits for the client; false when that is too much already, and the client was let go. */
export function writeOrLetGo(response: ServerResponse, piece: Uint8Array, { maxBytes }: UnreadLimits): boolean {
  // Looked at before: one answer may be longer, as long as its client reads.
  if (response.writableLength <= maxBytes) {
    response.write(piece);
    return true;
  }
  hangUp(response);
  return false;
}

function hangUp(response: ServerResponse): void {
  // With a reason, or Node makes up one, stack and all, for each of the thousands of pieces that wait.
  response.req.socket.destroy(new Error("The client does not read."));
}
