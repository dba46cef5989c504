import { createHash } from "node:crypto";
import type { Message } from "./mcp-client.ts";

/** An answer as text that a person can compare: texts as they are, everything else as JSON. */
export function showAnswer(answer: Message | undefined, asked: readonly unknown[] = []): string {
  const questions = asked.map((each) => `asked: ${JSON.stringify(each)}`);
  if (answer?.result === undefined) return [...questions, `protocol error: ${showJson(answer?.error)}`].join("\n");
  const { content, ...rest } = answer.result;
  const parts = Array.isArray(content) ? content : [];
  return [
    ...questions,
    ...(content === undefined ? [] : [`isError: ${String(rest["isError"] ?? false)}`]),
    ...parts.map((part: unknown) => (hasText(part) ? `--- text\n${part.text}` : `--- part\n${showJson(part)}`)),
    ...Object.entries(rest).flatMap(([name, value]) => (name === "isError" ? [] : [`--- ${name}\n${showJson(value)}`])),
  ].join("\n");
}

function hasText(part: unknown): part is { readonly type: "text"; readonly text: string } {
  return typeof part === "object" && part !== null && "text" in part && "type" in part && part.type === "text";
}

/** Long data of an image says nothing to a reader; its hash says whether it has changed. */
function showJson(value: unknown): string {
  const short = (key: string, each: unknown): unknown =>
    (key === "data" || key === "blob") && typeof each === "string" && each.length > 200
      ? `sha256 ${createHash("sha256").update(each).digest("hex")}`
      : each;
  return JSON.stringify(value, short, 1) ?? "undefined";
}
