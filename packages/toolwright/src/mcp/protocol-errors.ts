import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isJsonObject } from "../tool/schema.ts";
import { isToolError } from "../tool/tool-error.ts";

/** What the client is told about an exception: the SDK would send any message unchanged. */
export function toProtocolError(error: unknown, onFault: (error: Error) => void): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (isToolError(error)) return new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  onFault(error instanceof Error ? error : new Error(String(error)));
  return new ProtocolError(ProtocolErrorCode.InternalError, "The server failed; its log has the detail.");
}

/**
 * The client's own mistake, which the SDK would call an internal error: it reports invalid params as a plain
 * error with its schema's issues as JSON. Only for errors thrown by the SDK itself, since any schema error looks like that.
 */
export function toParamError(error: unknown): unknown {
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
