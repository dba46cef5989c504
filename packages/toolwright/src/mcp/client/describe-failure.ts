import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { cleanLine } from "../../tool/adopt-tool.ts";
import { errorCode, ToolError } from "../../tool/tool-error.ts";
import type { Link } from "./link.ts";
import { unreadable } from "./read-message.ts";
import type { Redact } from "./redact.ts";

const maxWords = 500;
/** Error code of a server of 2026 that needs a capability we do not declare. */
const missingCapability = -32_021;
/** The server never saw the request. */
const notReached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** Why a call got no answer, in words that the model can act on and that contain no secret. */
export function describeCallFailure(
  error: unknown,
  { source, link, closed, restarts }: { source: string; link: Link; closed: boolean; restarts: boolean },
): ToolError {
  if (closed) return sourceClosed(source);
  const end = link.describeEnd();
  if (end !== undefined) {
    const advice = restarts
      ? "The next call starts the server again."
      : `The tools of ${source} are gone until this host opens it anew.`;
    return new ToolError("server_ended", `The server ${source} ${end}\nThe call may have taken effect. ${advice}`);
  }
  const words = tellError(error, link.redact);
  if (isInputRequired(error)) {
    const advice = "This host does not answer questions of servers: give everything in the input.";
    return new ToolError("remote_needs_input", `${source} asked a question instead of answering. ${advice}`);
  }
  if (isUnreadable(error)) {
    const problem = error instanceof ProtocolError ? words : "It is not what the protocol asks for.";
    const message = `The answer of ${source} cannot be read: ${problem} The call may have taken effect.`;
    return new ToolError("remote_unreadable", message);
  }
  if (error instanceof ProtocolError) {
    return new ToolError("remote_refused", `${source} refused the call: ${words} (code ${error.code})`);
  }
  if (error instanceof SdkHttpError) {
    const retryable = error.status === 429 || error.status === 503;
    return new ToolError("remote_http_error", `${source} answered with HTTP ${error.status}.`, { retryable });
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) {
    return new ToolError(
      "remote_invalid_answer",
      `The answer of ${source} is not what the protocol asks for: ${words}`,
    );
  }
  const retryable = notReached.has(causeCode(error) ?? "");
  return new ToolError("remote_unreachable", `${source} gave no answer: ${words}`, { retryable });
}

export function sourceClosed(source: string): ToolError {
  return new ToolError("source_closed", `${source} was closed by this host; its tools are gone.`);
}

/** An error of the SDK or the system on one line, without secrets, with the cause that `fetch` hides. */
export function tellError(error: unknown, redact: Redact): string {
  // Truncated last: part of a secret would not be recognised as one.
  return cleanLine(redact(cleanLine(describeError(error))), maxWords);
}

function describeError(error: unknown): string {
  if (error instanceof SdkHttpError) return `HTTP ${error.status}${httpAdvice(error.status)}`;
  if (isSchemaError(error)) return "What the server sent is no message of the protocol.";
  const message = error instanceof Error ? error.message : String(error);
  const cause = causeCode(error);
  return cause === undefined || message.includes(cause) ? message : `${message} (${cause})`;
}

function httpAdvice(status: number): string {
  if (status === 401 || status === 403) return "; give the credentials in server.headers";
  return status === 404 || status === 405 ? "; see whether server.url is the address of an MCP endpoint" : "";
}

function isUnreadable(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.data === unreadable;
  if (error instanceof SyntaxError || isSchemaError(error)) return true;
  return error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
}

/** Its message is a page of JSON. */
function isSchemaError(error: unknown): boolean {
  return error instanceof Error && error.name.endsWith("ZodError");
}

function isInputRequired(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === missingCapability;
  if (!(error instanceof SdkError)) return false;
  return error.code === SdkErrorCode.UnsupportedResultType || error.code === SdkErrorCode.InputRequiredRoundsExceeded;
}

function causeCode(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    // The SDK's own codes mean nothing to others.
    const code = at instanceof SdkError ? undefined : errorCode(at);
    if (code !== undefined) return code;
  }
  return undefined;
}
