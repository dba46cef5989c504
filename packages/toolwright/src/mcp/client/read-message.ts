import { isSpecType, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject } from "../../tool/schema.ts";

/** The message in a line from a server, or why there is none. */
export type ReadMessage =
  | { readonly message: JSONRPCMessage }
  | {
      readonly problem: string;
      /** The line, or its start. */
      readonly line: string;
      /** Replaces an unreadable answer, so that its call does not wait for its deadline. */
      readonly answer?: JSONRPCMessage;
    };

/** Marks an answer as created by us. */
export const unreadable = "toolwright:unreadable";

export function readMessage(line: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: "A line of the server is not JSON", line };
  }
  if (isSpecType.JSONRPCMessage(value)) return { message: value };
  const problem = "A line of the server is no message of the protocol";
  const id = isJsonObject(value) && !("method" in value) ? value["id"] : undefined;
  return { problem, line, ...answerFor(id, "The server's answer is no message of the protocol.") };
}

/** The same for a line that was too long to keep. */
export function readTooLong(start: string, end: string, maxBytes: number): ReadMessage {
  const problem = `A line of the server has more than ${maxBytes} bytes`;
  // Servers write the id first or last; anywhere else it could be part of the answer.
  const id = /^\{\s*(?:"jsonrpc":\s*"2\.0",\s*)?"id":\s*(\d+)\s*,\s*"(?:result|error)"/.exec(start) ?? lastId.exec(end);
  return {
    problem,
    line: start,
    ...answerFor(id === null ? undefined : Number(id[1]), `The answer has more than ${maxBytes} bytes.`),
  };
}

const lastId = /\}\s*,\s*(?:"jsonrpc":\s*"2\.0",\s*)?"id":\s*(\d+)\s*(?:,\s*"jsonrpc":\s*"2\.0"\s*)?\}\s*$/;

function answerFor(id: unknown, message: string): { readonly answer?: JSONRPCMessage } {
  return typeof id === "number" ? { answer: unansweredError(id, message) } : {};
}

/** Our own answer to a request that the server did not answer readably. */
export function unansweredError(id: number, message: string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: -32_603, message, data: unreadable } };
}
