import type { IncomingMessage, ServerResponse } from "node:http";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { checkMessage } from "../check-message.ts";
import { refuse, refuseMessage } from "./refuse.ts";

/** The message of a POST; undefined if it was refused, which the client has been told by then. */
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
 * The whole body, or undefined if it is too long. If it is only somewhat too long, it is read to its end and dropped: a
 * client that is still writing when the connection closes never sees the reason.
 */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const readLimit = maxBytes * 4;
  if (Number(request.headers["content-length"] ?? 0) > readLimit) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > readLimit) return undefined;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}
