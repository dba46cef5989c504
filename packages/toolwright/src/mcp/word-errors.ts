import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isJsonObject } from "../tool/schema.ts";
import { isToolError } from "../tool/tool-error.ts";

/**
 * Words what a handler other than a tool's throws. The SDK would send the message of any exception as it is, and call
 * the client's own mistakes an internal error.
 */
export async function wordErrors<Answer>(answer: Promise<Answer>, onFault: (error: Error) => void): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (isToolError(error)) throw new ProtocolError(ProtocolErrorCode.InternalError, error.message);
    const problems = findParamProblems(error);
    if (problems.length > 0) throw new ProtocolError(ProtocolErrorCode.InvalidParams, problems.join(" "));
    onFault(error instanceof Error ? error : new Error(String(error)));
    throw new ProtocolError(ProtocolErrorCode.InternalError, "The server failed; its log has the detail.");
  }
}

const maxProblems = 5;

/** The SDK tells of params that do not fit as a plain error with its schema's issues as JSON. */
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
  return [`${issue["path"].join(".")}: ${String(issue["message"])}.`];
}
