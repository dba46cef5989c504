import { isJsonObject } from "../../tool/schema.ts";
import { isModelError, ModelError } from "./model.ts";

const unreachable = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH", "ENETDOWN"]);
/** The connection was there, and broke or fell silent. */
const broken = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ERR_STREAM_PREMATURE_CLOSE",
]);
/** In the words of each provider that has words of its own. */
const overflow =
  /prompt is too long|maximum prompt length|prompt exceeds max|context[ _](?:length|limit|size|window)|maximum context|too many (?:input )?tokens|model token limit|input.{0,20}too long|exceeds the maximum number of tokens/i;
const transient =
  /overloaded|rate.?limit|too many requests|temporarily|internal server|unavailable|api_error|server_error/i;
/** What `fetch` of each runtime says if there was no answer. */
const noAnswer =
  /fetch failed|failed to fetch|cannot connect|unable to connect|load failed|network ?error|error sending request/i;
/** Waiting does not make a certificate valid. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

/** What an error of a provider means, whichever client threw it. `began`: a part of the answer had come already. */
export function readModelError(error: unknown, began: boolean, wallTime: number): ModelError {
  if (isModelError(error)) return error;
  const message = describeError(error);
  const status = statusOf(error);
  const options = { cause: error, retryAfterMs: retryAfterOf(error, wallTime), httpStatus: status };
  const isTooLong = overflow.test(`${message} ${bodyOf(error)}`);
  if (status === 413 || (isTooLong && (status === undefined || status === 400 || status === 422))) {
    return new ModelError("overflow", message, options);
  }
  if (status === 408 || status === 409 || status === 429 || (status !== undefined && status >= 500)) {
    return new ModelError("busy", message, options);
  }
  if (status !== undefined && status >= 400) return new ModelError("rejected", message, options);
  const codes = codesOf(error);
  if (codes.some((code) => untrusted.test(code))) return new ModelError("rejected", message, options);
  if (codes.some((code) => unreachable.has(code))) return new ModelError("offline", message, options);
  if (transient.test(message)) return new ModelError("busy", message, options);
  if (began || status !== undefined || codes.some((code) => broken.has(code)) || isGarbled(error)) {
    return new ModelError("interrupted", isGarbled(error) ? message : describeBreak(error), options);
  }
  return new ModelError(isNetwork(error) ? "offline" : "rejected", message, options);
}

function describeError(error: unknown): string {
  const inner = isJsonObject(error) && isJsonObject(error["error"]) ? error["error"] : error;
  const typed =
    isJsonObject(inner) && !(inner instanceof Error) ? `${textOf(inner["type"])} ${textOf(inner["message"])}` : "";
  const message = inner instanceof Error ? inner.message : typed.trim() || String(inner);
  const status = statusOf(error);
  const isFailure = status !== undefined && status >= 400;
  return (isFailure ? `HTTP ${status}: ${message}` : message).slice(0, 500);
}

/** Clients of providers say of a connection that broke that there was none, or name the status with which the answer began. */
function describeBreak(error: unknown): string {
  let reason = describeError(error);
  for (let at = error, depth = 0; isJsonObject(at) && depth < 8; at = at["cause"], depth += 1) {
    const said = textOf(at["message"]).trim();
    if (said !== "") reason = said;
  }
  return `The answer broke off (${reason.slice(0, 500).replace(/\.$/, "")}).`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function statusOf(error: unknown): number | undefined {
  if (!isJsonObject(error)) return undefined;
  return typeof error["statusCode"] === "number" ? error["statusCode"] : undefined;
}

function bodyOf(error: unknown): string {
  return isJsonObject(error) ? textOf(error["responseBody"]).slice(0, 2_000) : "";
}

/** `Retry-After` in seconds or as a date by the provider's clock, or the milliseconds that some providers send. */
function retryAfterOf(error: unknown, wallTime: number): number | undefined {
  const headers = isJsonObject(error) && isJsonObject(error["responseHeaders"]) ? error["responseHeaders"] : {};
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (exact >= 0) return exact;
  const text = textOf(headers["retry-after"]);
  if (text === "") return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1_000;
  const date = Date.parse(text);
  const sentAt = Date.parse(textOf(headers["date"]));
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(sentAt) ? wallTime : sentAt));
}

function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  for (let at = error; isJsonObject(at) && codes.length < 8; at = at["cause"]) codes.push(textOf(at["code"]));
  return codes;
}

/** The provider had accepted the request, and what it sent was not what it sends. */
function isGarbled(error: unknown): boolean {
  return error instanceof Error && (error.name === "AI_JSONParseError" || error.name === "AI_TypeValidationError");
}

function isNetwork(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if (noAnswer.test(at.message)) return true;
  }
  return false;
}
