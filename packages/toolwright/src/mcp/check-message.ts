import { isUtf8 } from "node:buffer";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";

/** Deeper data is built to exhaust a stack; no tool's input comes near. */
const maxDepth = 128;
/** A message this short can be neither deep nor large enough to do harm. */
const harmlessLength = 1_024;
/** Values of all kinds in one message; 4 MiB of JSON could contain two million. */
const maxValues = 200_000;

export interface BadMessage {
  readonly code: number;
  readonly message: string;
  /** Id of the refused request, if it could be read: the client that waits for the answer gets one. */
  readonly id?: RequestId;
}

export type CheckedMessage = { readonly message: JSONRPCMessage } | { readonly bad: BadMessage };

/** External bytes as one JSON-RPC message, or what is wrong with them. */
export function checkMessage(bytes: Buffer): CheckedMessage {
  // Decoding would replace invalid bytes and pass a tool something that was never sent.
  if (!isUtf8(bytes)) return { bad: { code: -32_700, message: "This is not valid UTF-8." } };
  const text = bytes.toString("utf8");
  const parsed = parse(text);
  if ("bad" in parsed) return parsed;
  const { value } = parsed;
  if (Array.isArray(value)) return invalid("Batches are not supported; send one message at a time.");
  if (!isJsonObject(value)) return invalid("A message must be a JSON object.");
  if (value["jsonrpc"] !== "2.0") return invalid('A message must have "jsonrpc": "2.0".');
  const problem = (text.length <= harmlessLength ? undefined : findShapeProblem(value)) ?? findFieldProblem(value);
  if (problem !== undefined) return invalid(problem, value["id"]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked field by field above
  return { message: value as unknown as JSONRPCMessage };
}

/** The id of a request; undefined for everything else. */
export function requestIdOf(message: JSONRPCMessage): RequestId | undefined {
  return "method" in message && "id" in message ? message.id : undefined;
}

/** The answer to a message that was not processed further. */
export function refusal({ code, message, id }: BadMessage) {
  return { jsonrpc: "2.0", id: id ?? null, error: { code, message } } as const;
}

function parse(text: string): { readonly value: unknown } | { readonly bad: BadMessage } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : "";
    return { bad: { code: -32_700, message: `This is not valid JSON: ${detail}` } };
  }
}

function invalid(message: string, id?: unknown): { readonly bad: BadMessage } {
  return { bad: { code: -32_600, message, ...(isRequestId(id) ? { id } : {}) } };
}

/** Without recursion: deep data aims at the stack. */
function findShapeProblem(root: unknown): string | undefined {
  let level: unknown[] = [root];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (depth > maxDepth) return `The message is nested deeper than ${maxDepth} levels.`;
    if (values > maxValues) return `The message holds more than ${maxValues} values.`;
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  return undefined;
}

function findFieldProblem(message: JsonObject): string | undefined {
  const { method, id, params } = message;
  const hasId = "id" in message;
  if (hasId && !isRequestId(id)) return `The id ${shorten(id)} must be a text or a whole number.`;
  if (params !== undefined && !isJsonObject(params)) return "params must be a JSON object.";
  if (method === undefined) {
    return hasId && ("result" in message || "error" in message)
      ? undefined
      : "A message needs a method, or an id with a result or an error.";
  }
  return typeof method === "string" ? undefined : `The method ${shorten(method)} must be a text.`;
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function shorten(value: unknown): string {
  return JSON.stringify(value).slice(0, 100);
}
