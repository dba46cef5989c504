import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { Reply } from "../seen.ts";

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
