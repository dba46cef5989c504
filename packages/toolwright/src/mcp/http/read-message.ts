import type { IncomingMessage, ServerResponse } from "node:http";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { checkMessage } from "../check-message.ts";
import { readBody } from "./read-body.ts";
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
