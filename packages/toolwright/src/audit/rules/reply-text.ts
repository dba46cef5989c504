import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { Listing, Purpose, Reply, SeenCall } from "../seen.ts";

/** What a model reads of a reply. */
export function replyText(reply: Reply): string {
  if (reply.kind === "error")
    return `${reply.message} ${reply.data === undefined ? "" : JSON.stringify(reply.data)}`.trim();
  return reply.kind === "result" ? resultText(reply.result) : "";
}

/** The text blocks of a result, and its structured form where there is no text. */
export function resultText(result: JsonObject): string {
  const text = textBlocks(result).join("\n");
  if (text !== "" || result["structuredContent"] === undefined) return text;
  return JSON.stringify(result["structuredContent"]);
}

export function textBlocks({ content }: JsonObject): readonly string[] {
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
}

/** A failure that says so. */
export function isToldFailure(reply: Reply): boolean {
  return reply.kind === "error" || (reply.kind === "result" && reply.result["isError"] === true);
}

/** Whether a call of the tool did what it was asked to: only then is a failure of a wrong call about what was wrong in it. */
export function hasWorked(calls: readonly SeenCall[], tool: string): boolean {
  return calls.some(
    (call) =>
      call.tool === tool &&
      call.purpose === "valid" &&
      call.reply.kind === "result" &&
      !isToldFailure(call.reply) &&
      !looksFailed(call),
  );
}

/** Why nothing is known of the answers of these tools; undefined if one of them has worked. */
export function describeUncalled(calls: readonly SeenCall[], tools: readonly string[]): string | undefined {
  if (tools.some((tool) => hasWorked(calls, tool))) return undefined;
  if (calls.length === 0) return noCall;
  const shown = tools.slice(0, mostShown).join(", ");
  const rest = tools.length > mostShown ? ` and ${tools.length - mostShown} more` : "";
  return `No call of ${shown}${rest} worked; --inputs FILE gives inputs that do.`;
}

/** Why nothing is known of how such calls are answered; undefined if one of them was, or if there is no tool to call. */
export function describeUnanswered(
  calls: readonly SeenCall[],
  { tools }: Listing,
  purposes?: ReadonlySet<Purpose>,
): string | undefined {
  if (tools.length === 0) return undefined;
  const made = calls.filter(({ purpose }) => purposes?.has(purpose) ?? true);
  if (made.some(({ reply }) => reply.kind === "result" || reply.kind === "error")) return undefined;
  if (calls.length === 0) return noCall;
  return purposes === undefined ? "No call was answered." : "No call with a mistake was answered.";
}

const mostShown = 3;
const noCall = "No tool was called: none says that it only reads. --call NAMES calls others.";

/** Words that only a failure begins with. */
const failure =
  /^\s*(?:\{\s*"(?:error|err)"\s*:\s*(?!null|false|""|\{\s*\}|\[\s*\])|(?:an? )?(?:unexpected |internal |unknown |validation )?(?:error|exception)\b\s*(?::|-|occurred|while|in\b|executing|calling)|(?:mcp|http|api|type|value|key|runtime|syntax|validation|zod|os|io|file ?not ?found)\s?error\b|failed to\b|traceback \(most)/i;
/** In the answer to a mistake, a heading such as "Error handling: a guide" is not to be expected. */
const failureOfMistake = /^\s*(?:error|failure) \w+ing\b[^\n:]{0,80}:/i;

/** A result that begins as failures do, whatever it says of itself. */
export function looksFailed({ purpose, reply }: SeenCall): boolean {
  if (reply.kind !== "result") return false;
  const text = resultText(reply.result);
  return failure.test(text) || (purpose !== "valid" && failureOfMistake.test(text));
}

/** What a server depends on cannot be reached from here: the network, a database, a service that needs an account. */
export function isUnreachable(message: string): boolean {
  return unreachable.test(message);
}

/** A server that cannot list its tools because of that, or that has ended itself, which it may do for lack of its database. */
export function isWithoutHelp({ unread = "" }: Listing): boolean {
  return isUnreachable(unread) || unread.includes("exited with code");
}

const unreachable =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EAI_AGAIN|fetch failed|\bnetwork\b|timed? ?out|offline|resolve host|name or service not known|connection (?:refused|error|failed)|max retries|(?:temporarily|currently) unavailable|unauthori[sz]ed|\b40[13]\b|invalid (?:api.?key|token)/i;
