import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isJsonObject } from "../tool/schema.ts";
import { isToolError } from "../tool/tool-error.ts";
import type { ServerDefinition } from "./define-server.ts";

/** What a client did wrong, or too late: it harms nobody, and a log line for each would let it fill the log. */
const clientsFault =
  /^(Rejected |Received a (response|progress notification) for an unknown |Unknown message type|Unsupported |Not Acceptable|Cannot request input|subscriptions\/listen refused|Era mismatch|Dropped inbound)/;
const longest = 300;
const told = new WeakSet<Error>();

/**
 * Passes on what the SDK reports. It tells the same error to connection and transport, and puts whole messages into its
 * words, which may hold what a person has typed.
 */
export function reportSdkError({ onFault }: Pick<ServerDefinition, "onFault">): (error: Error) => void {
  return (error) => {
    if (clientsFault.test(error.message) || told.has(error)) return;
    told.add(error);
    const [words = ""] = error.message.split(/:? ?[{[]/, 1);
    onFault(words === error.message && words.length <= longest ? error : new Error(words.slice(0, longest)));
  };
}

export { default as process } from "node:process";

/**
 * Stands in for the SDK's JSON Schema validator in the built package: 150 KB that would be loaded at every start and
 * never used, since inputs, outputs and answers are checked by the kernel and its tools.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("Schemas are checked by the kernel; the SDK has no validator here.");
  }
}

/** What the client is told of an exception: the SDK would send the message of any as it is. */
export function wordError(error: unknown, onFault: (error: Error) => void): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (isToolError(error)) return new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  onFault(error instanceof Error ? error : new Error(String(error)));
  return new ProtocolError(ProtocolErrorCode.InternalError, "The server failed; its log has the detail.");
}

/**
 * The client's own mistake, which the SDK would call an internal error: it tells of params that do not fit as a plain
 * error with its schema's issues as JSON. Only for what the SDK itself threw, since any schema's error looks like that.
 */
export function wordParamError(error: unknown): unknown {
  const problems = findParamProblems(error);
  return problems.length === 0 ? error : new ProtocolError(ProtocolErrorCode.InvalidParams, problems.join(" "));
}

const maxProblems = 5;
const longestPath = 80;

function findParamProblems(error: unknown): string[] {
  if (!(error instanceof Error) || !error.message.startsWith("[")) return [];
  try {
    const issues: unknown = JSON.parse(error.message);
    return Array.isArray(issues) ? issues.flatMap(describeIssue).slice(0, maxProblems) : [];
  } catch {
    return [];
  }
}

function describeIssue(issue: unknown): string[] {
  if (!isJsonObject(issue) || !Array.isArray(issue["path"])) return [];
  const path = issue["path"].join(".");
  const shown = path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
  return [`${shown}: ${String(issue["message"])}.`];
}
