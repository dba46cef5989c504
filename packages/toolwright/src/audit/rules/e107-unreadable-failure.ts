import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { parseJson } from "../parse-json.ts";
import { defineRule } from "../rule.ts";
import { textBlocks } from "./reply-text.ts";

export const unreadableFailure = defineRule({
  id: "E107",
  severity: "info",
  title: "Failures carry no code that a program can read",
  why: "A loop that decides whether to retry, ask or stop has only prose to go by, which changes with every release.",
  fix: "Beside the text, give `{ code, retryable, next }` in `_meta` or in `structuredContent`, with codes that stay.",
  measured: "Results with `isError`: whether their `_meta`, structured form or JSON text has a `code`.",
  needs: ["calls"],
  *find({ calls }) {
    const failures = calls.flatMap(({ tool, input, reply }) =>
      reply.kind === "result" && reply.result["isError"] === true ? [{ tool, input, result: reply.result }] : [],
    );
    const [first] = failures;
    if (first === undefined || failures.some(({ result }) => hasCode(result))) return;
    yield {
      message: `None of ${failures.length} failures carries a code; ${first.tool} is an example.`,
      evidence: { sent: first.input, received: first.result },
    };
  },
});

function hasCode(result: JsonObject): boolean {
  const parts = [result["_meta"], result["structuredContent"], ...textBlocks(result).map(parseJson)];
  return parts.some((part) => namesCode(part, 0));
}

function namesCode(value: unknown, depth: number): boolean {
  if (!isJsonObject(value) || depth > 3) return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      (/^(?:error_?)?code$/i.test(name) && (typeof inner === "string" || typeof inner === "number")) ||
      namesCode(inner, depth + 1),
  );
}
