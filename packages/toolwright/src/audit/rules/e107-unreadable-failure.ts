import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { parseJson } from "../parse-json.ts";
import { defineRule } from "../rule.ts";
import type { SeenCall } from "../seen.ts";
import { resultText, textBlocks } from "./reply-text.ts";

export const unreadableFailure = defineRule({
  id: "E107",
  severity: "info",
  title: "Failures carry no code that a program can read",
  why: "A loop that decides whether to retry, ask or stop has only prose to go by, which changes with every release.",
  fix: "Beside the text, give `{ code, retryable, next }` in `_meta` or in `structuredContent`, with codes that stay.",
  measured:
    "Results with `isError` in words of a tool's own: whether the `_meta`, structured form or JSON text of at least half of them has a `code`. What the SDK says of a wrong input is left out.",
  needs: ["calls"],
  *find({ calls }) {
    const failures = listOwnFailures(calls);
    const [first, ...others] = failures.filter(({ result }) => !hasCode(result));
    const coded = failures.length - others.length - 1;
    if (first === undefined || coded * 2 >= failures.length) return;
    const count = coded === 0 ? "None" : `Only ${coded}`;
    yield {
      message: `${count} of ${failures.length} failures in words of a tool's own ${coded > 1 ? "carry" : "carries"} a code; ${first.tool} is an example without.`,
      evidence: { sent: first.input, received: first.result },
    };
  },
  unmeasured: ({ calls }) =>
    listOwnFailures(calls).length > 0 ? undefined : "No tool has answered with a failure in words of its own.",
});

function listOwnFailures(calls: readonly SeenCall[]) {
  return calls.flatMap(({ tool, input, reply }) =>
    reply.kind === "result" && reply.result["isError"] === true && !sdkWords.test(resultText(reply.result))
      ? [{ tool, input, result: reply.result }]
      : [],
  );
}

/** What the SDKs answer before a tool is called; its author has no say in it. */
const sdkWords =
  /^(?:MCP error -32602: |Error executing tool [^\n:]{1,100}: )?(?:Input validation error|Invalid arguments for tool|\d+ validation errors? for |validating "?arguments|Tool [^\n]{1,100} not found|Unknown tool)/;

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
